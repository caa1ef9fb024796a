import { describe, expect, test } from 'vitest';
import { asFloats, asInts, resampled, resampler } from './resampler.ts';

const tone = (hz: number, rate: number, seconds = 0.5) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hz * at) / rate));
/** How strong a tone is in a sound, its edges left out. */
function strength(sound: Float32Array, hz: number, rate: number): number {
  const edge = Math.round(rate * 0.05);
  const middle = sound.subarray(edge, sound.length - edge);
  let [sine, cosine] = [0, 0];
  for (const [at, sample] of middle.entries()) {
    sine += sample * Math.sin((2 * Math.PI * hz * at) / rate);
    cosine += sample * Math.cos((2 * Math.PI * hz * at) / rate);
  }
  return (2 * Math.hypot(sine, cosine)) / middle.length;
}
const loudness = (sound: Float32Array) => Math.sqrt(sound.reduce((sum, sample) => sum + sample ** 2, 0) / sound.length);

describe('changing the rate of a sound', () => {
  test.each([
    [22_050, 8_000],
    [8_000, 16_000],
    [24_000, 8_000],
    [16_000, 8_000],
    [44_100, 8_000],
  ])('[FLOW-11] %d Hz becomes %d Hz with the same tones, the same loudness and the same length', (from, to) => {
    for (const hz of [200, 1_000, 3_000]) {
      const sound = resampled(tone(hz, from), from, to);
      expect(Math.abs(sound.length - to / 2)).toBeLessThanOrEqual(1);
      expect(strength(sound, hz, to)).toBeCloseTo(0.5, 2);
    }
  });

  test('[FLOW-11] what a telephone cannot carry does not fold back into what it carries', () => {
    for (const hz of [4_600, 5_500, 7_000, 9_000])
      expect(loudness(resampled(tone(hz, 22_050), 22_050, 8_000).subarray(400, 3_600))).toBeLessThan(0.001);
  });

  test('[FLOW-11] no image appears above what the telephone carried', () => {
    const sound = resampled(tone(1_000, 8_000), 8_000, 16_000);
    expect(strength(sound, 7_000, 16_000)).toBeLessThan(0.001);
  });

  test('[FLOW-11] pieces of any length sound like the whole', () => {
    const whole = tone(700, 22_050, 0.3);
    const pieces = resampler(22_050, 8_000);
    const made: number[] = [];
    for (let at = 0, step = 1; at < whole.length; at += step, step = (step * 5) % 997 || 1)
      made.push(...pieces.push(whole.subarray(at, at + step)));
    made.push(...pieces.end());
    expect(made).toEqual([...resampled(whole, 22_050, 8_000)]);
  });

  test('[FLOW-11] too loud is cut, not turned over', () => {
    expect([...asInts(Float32Array.of(1.5, -1.5, 0.25))]).toEqual([32_767, -32_768, 8_192]);
    expect([...asFloats(Int16Array.of(16_384, -32_768))]).toEqual([0.5, -1]);
  });
});
