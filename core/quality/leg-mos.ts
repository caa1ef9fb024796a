import type { MediaQuality } from '../telephony/telephony.port.ts';
import { narrowBandMos } from './narrow-band-mos.ts';

/** How good a leg sounds: of both directions the worse; null where nothing was heard at all. */
export function mosOfLeg({
  packetsReceived,
  packetsLost,
  jitterMs,
  roundTripMs,
  remoteLossFraction,
}: Pick<MediaQuality, 'packetsReceived' | 'packetsLost' | 'jitterMs' | 'roundTripMs' | 'remoteLossFraction'>):
  | number
  | null {
  if (packetsReceived === 0) return null;
  const lost = Math.max(0, packetsLost) / (packetsReceived + Math.max(0, packetsLost));
  return Number(
    narrowBandMos({ roundTripMs, jitterMs, lossFraction: Math.max(lost, remoteLossFraction ?? 0) }).toFixed(2),
  );
}
