/** What is known of one direction of sound. */
export interface SoundFigures {
  /** Null until somebody has reported it. */
  roundTripMs: number | null;
  jitterMs: number;
  /** 0 to 1. */
  lossFraction: number;
}

/** Where nobody can hear the difference any more: the best that G.711 gives. */
const BEST_R = 93.2;
/** G.711 with concealment of losses (G.113, table I.3). */
const LOSS_ROBUSTNESS = 25.1;
/** One packet at each end. */
const PACKET_MS = 20;

/**
 * How good a call of telephone band sounds, from 1 to 4.41: the E-model (ITU-T G.107) with its default values
 * for everything that is not the network. Delay counts the way there, two jitters of buffer and the packets.
 */
export function narrowBandMos({ roundTripMs, jitterMs, lossFraction }: SoundFigures): number {
  const delayMs = (roundTripMs ?? 0) / 2 + 2 * jitterMs + 2 * PACKET_MS;
  const lossPercent = Math.min(1, Math.max(0, lossFraction)) * 100;
  const lossImpairment = 95 * (lossPercent / (lossPercent + LOSS_ROBUSTNESS));
  return mosOfR(BEST_R - delayImpairment(delayMs) - lossImpairment);
}

/** G.107, 7.4: nothing below 100 ms. */
function delayImpairment(delayMs: number): number {
  if (delayMs <= 100) return 0;
  const x = Math.log2(delayMs / 100);
  return 25 * ((1 + x ** 6) ** (1 / 6) - 3 * (1 + (x / 3) ** 6) ** (1 / 6) + 2);
}

/** G.107, annex B. */
function mosOfR(r: number): number {
  if (r <= 0) return 1;
  if (r >= 100) return 4.5;
  return Math.max(1, 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6);
}
