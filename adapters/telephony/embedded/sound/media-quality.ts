import type { MediaQuality } from '#core/telephony/telephony.port.ts';
import type { RtpReception } from './rtp-reception.ts';
import type { Reporter } from './reporter.ts';

/** What is known of a stream's sound; `openedMs` counts as heard until the first packet came. */
export const mediaQuality = (
  reception: RtpReception,
  reporter: Reporter,
  { nowMs, openedMs }: { nowMs: number; openedMs: number },
): MediaQuality => ({
  packetsReceived: reception.received,
  packetsSent: reporter.packetsSent,
  packetsLost: reception.lost,
  jitterMs: Math.round(reception.jitterMs * 10) / 10,
  roundTripMs: reporter.roundTripMs,
  remoteLossFraction: reporter.remoteLossFraction,
  silentMs: Math.round(nowMs - (reception.lastMs ?? openedMs)),
});
