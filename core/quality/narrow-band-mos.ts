import { SignalBars } from '#shared/codes/signal-bars.ts';
import { mosOfRating, ratingOf } from './e-model.ts';

/** What is known of one direction of sound. */
export interface SoundFigures {
  /** Null until somebody has reported it. */
  roundTripMs: number | null;
  jitterMs: number;
  /** 0 to 1; packets that came too late to be played are lost as well. */
  lossFraction: number;
  /** How long the receiver really keeps packets back; where nobody tells, two jitters are taken. */
  bufferMs?: number | null;
}

/** One packet at each end. */
const PACKET_MS = 20;
/** CALL-13: a score is believed from 1 up to, but not including, this. */
const NO_LONGER_BELIEVED = 4.6;

/**
 * How good a call of telephone band sounds, from 1 to 4.41, by the E-model (ITU-T G.107). The model knows no jitter:
 * the receiver's buffer turns it into delay, and what comes too late for the buffer into loss.
 *
 *   delay = half the round trip + what the buffer holds back + a packet of 20 ms at each end
 *   loss  = packets that never came + packets that came too late to be played
 *
 * What the buffer holds back is what the browser says (jitterBufferDelay over jitterBufferEmittedCount, W3C webrtc-stats);
 * where nobody tells, two jitters: a buffer of twice the mean deviation of RFC 3550 (6.4.1) takes in nearly every packet.
 * Lost packets count by G.113 appendix I for G.711 with concealment (Ie 0, Bpl 25.1).
 */
export function narrowBandMos({ roundTripMs, jitterMs, lossFraction, bufferMs }: SoundFigures): number {
  const delayMs = (roundTripMs ?? 0) / 2 + (bufferMs ?? 2 * jitterMs) + 2 * PACKET_MS;
  return mosOfRating(ratingOf({ delayMs, lossPercent: Math.min(1, Math.max(0, lossFraction)) * 100 }));
}

/** What a line of telephone band can reach at best: it shows four bars, so that nobody waits for a fifth. */
export const BEST_TELEPHONE_MOS = narrowBandMos({ roundTripMs: 0, jitterMs: 0, lossFraction: 0 });

/** The score, or null when a figure makes no sense (specification W5: inputs not negative and finite, result in [1, 4.6)). */
export function validMos(figures: SoundFigures): number | null {
  const given = [figures.roundTripMs ?? 0, figures.jitterMs, figures.lossFraction, figures.bufferMs ?? 0];
  if (!given.every((figure) => Number.isFinite(figure) && figure >= 0)) return null;
  const mos = narrowBandMos(figures);
  return mos >= 1 && mos < NO_LONGER_BELIEVED ? mos : null;
}

/** The bars of a line (specification W5); null where there is no score. */
export function barsOfMos(mos: number | null): SignalBars | null {
  if (mos === null || !(mos >= 1 && mos <= 5)) return null;
  if (mos < 2) return SignalBars.one;
  if (mos < 3) return SignalBars.two;
  if (mos < 4) return SignalBars.three;
  return mos <= 4.5 ? SignalBars.four : SignalBars.five;
}
