import { asFloats, resampled } from '#core/speech/resampler.ts';

const LINE_HZ = 8_000;
export const MODEL_HZ = 16_000;
const [BEFORE_SEC, AFTER_SEC] = [0.1, 0.2];
const [WANTED_PEAK, MOST_GAIN] = [0.5, 8];

export const peakOf = (samples: Int16Array): number =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** Somebody quiet is made louder. */
export const gainFor = (peak: number): number =>
  Math.min(MOST_GAIN, Math.max(1, (WANTED_PEAK * 32_768) / Math.max(1, peak)));

/** As the model wants it: 16 kHz, with a little silence around. */
export function prepared(part: Int16Array, gain: number): Float32Array {
  const sound = resampled(asFloats(part), LINE_HZ, MODEL_HZ);
  const padded = new Float32Array(sound.length + Math.round((BEFORE_SEC + AFTER_SEC) * MODEL_HZ));
  padded.set(
    sound.map((sample) => sample * gain),
    Math.round(BEFORE_SEC * MODEL_HZ),
  );
  return padded;
}
