import { FRAME_SAMPLES, SAMPLE_RATE } from '#core/telephony/sound.ts';
import { encodeUlaw, SILENCE } from '#core/telephony/g711.ts';

const LOUDNESS = 9_000;

/** Twenty milliseconds of nothing. */
export const silence: Uint8Array = new Uint8Array(FRAME_SAMPLES).fill(SILENCE);

/** A pure tone in frames of 20 ms. */
export function toneFrames(hz: number, ms: number): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let start = 0; start < (ms * SAMPLE_RATE) / 1_000; start += FRAME_SAMPLES) {
    frames.push(
      encodeUlaw(
        Int16Array.from(
          { length: FRAME_SAMPLES },
          (_, i) => LOUDNESS * Math.sin((2 * Math.PI * hz * (start + i)) / SAMPLE_RATE),
        ),
      ),
    );
  }
  return frames;
}
