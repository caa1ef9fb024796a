import type { MediaQuality } from '#core/telephony/telephony.port.ts';

/** `GET /channels/ID/rtp_statistics`; times in seconds. */
export interface RtpStatistics {
  rxcount?: number;
  txcount?: number;
  rxploss?: number;
  rxjitter?: number;
  txploss?: number;
  rtt?: number;
}

/** What was seen of a leg's sound the last time. */
export interface SeenSound {
  received: number;
  atMs: number;
}

export function qualityOf(
  statistics: RtpStatistics,
  seen: SeenSound | undefined,
  nowMs: number,
): { quality: MediaQuality; seen: SeenSound } {
  const received = statistics.rxcount ?? 0;
  const now = seen && seen.received === received ? seen : { received, atMs: nowMs };
  const sent = statistics.txcount ?? 0;
  return {
    seen: now,
    quality: {
      packetsReceived: received,
      packetsSent: sent,
      packetsLost: statistics.rxploss ?? 0,
      jitterMs: Math.round((statistics.rxjitter ?? 0) * 1_000),
      // Nothing was reported yet.
      roundTripMs: statistics.rtt ? Math.round(statistics.rtt * 1_000) : null,
      remoteLossFraction: statistics.rtt && sent > 0 ? Math.min(1, (statistics.txploss ?? 0) / sent) : null,
      silentMs: nowMs - now.atMs,
    },
  };
}
