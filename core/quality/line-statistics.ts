import type { SignalBars } from '#shared/codes/signal-bars.ts';
import { barsOfMos, validMos } from './narrow-band-mos.ts';

/** What a browser counted of a call's sound up to a moment. Null: it does not tell, or nobody reported it yet. */
export interface SoundSample {
  atMs: number;
  packetsReceived: number;
  packetsLost: number;
  /** Arrived, but too late to be played. */
  packetsDiscarded: number;
  packetsSent: number;
  jitterMs: number | null;
  roundTripMs: number | null;
  /** All that packets waited in the buffer, and how many pieces of sound that were. */
  bufferedMs: number | null;
  bufferedCount: number | null;
  /** As the other side reports what it gets of us. */
  remotePacketsLost: number | null;
  remoteJitterMs: number | null;
  remoteLossFraction: number | null;
  localAddress: string | null;
  remoteAddress: string | null;
}

/** How a call sounds now. */
export interface LineStatistics {
  atMs: number;
  /** What we hear; null as long as nothing is known. */
  mos: number | null;
  /** What the other side hears of us. */
  remoteMos: number | null;
  bars: SignalBars | null;
  roundTripMs: number | null;
  jitterMs: number | null;
  lossPercent: number | null;
  packetsReceived: number;
  packetsSent: number;
}

/** What happened between two samples; a counter that went back began anew. */
export function statisticsBetween(before: SoundSample | null, now: SoundSample): LineStatistics {
  const received = since(before?.packetsReceived, now.packetsReceived);
  const missing = since(before?.packetsLost, now.packetsLost) + since(before?.packetsDiscarded, now.packetsDiscarded);
  const lossFraction = received + missing > 0 ? Math.min(1, missing / (received + missing)) : null;
  const pieces = since(before?.bufferedCount, now.bufferedCount ?? 0);
  const bufferMs = pieces > 0 && now.bufferedMs !== null ? since(before?.bufferedMs, now.bufferedMs) / pieces : null;
  const { atMs, roundTripMs, jitterMs, packetsReceived, packetsSent, remoteJitterMs, remoteLossFraction } = now;
  const mos =
    lossFraction === null || jitterMs === null ? null : validMos({ roundTripMs, jitterMs, lossFraction, bufferMs });
  return {
    atMs,
    mos,
    remoteMos:
      remoteLossFraction === null
        ? null
        : validMos({ roundTripMs, jitterMs: remoteJitterMs ?? 0, lossFraction: remoteLossFraction }),
    bars: barsOfMos(mos),
    roundTripMs,
    jitterMs,
    lossPercent: lossFraction === null ? null : lossFraction * 100,
    packetsReceived,
    packetsSent,
  };
}

const since = (before: number | null | undefined, now: number): number =>
  Math.max(0, now >= (before ?? 0) ? now - (before ?? 0) : now);
