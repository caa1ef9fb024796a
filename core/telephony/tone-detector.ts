import { powerOf, turnOf } from './goertzel.ts';
import { SAMPLE_RATE } from './sound.ts';

/** Hundreds of hertz that a telephone carries; a detector for tests needs no finer grid. */
const GRID = Array.from({ length: 30 }, (_, index) => (index + 3) * 100);
/** Below this share of the loudest tone a frequency is a by-product of companding or of a cut. */
const SHARE = 0.25;
const QUIET = 300;

/** The tones, on a grid of 100 Hz, that stand out in a piece of sound; none when it is quiet. Exact for lengths of 10 ms. */
export function tonesIn(samples: ArrayLike<number>): number[] {
  if (samples.length < SAMPLE_RATE / 50) return [];
  const strengths = GRID.map((hz) => strengthOf(samples, hz));
  const loudest = Math.max(...strengths);
  return loudest < QUIET ? [] : GRID.filter((_, index) => strengths[index]! >= loudest * SHARE);
}

const strengthOf = (samples: ArrayLike<number>, hz: number): number =>
  (2 * Math.sqrt(Math.max(0, powerOf(samples, turnOf(hz))))) / samples.length;

/** A sine of several tones added, each at `amplitude`. */
export function sine(hz: readonly number[], count: number, from = 0, amplitude = 8_000): Int16Array {
  const samples = new Int16Array(count);
  for (let index = 0; index < count; index++) {
    let sum = 0;
    for (const one of hz) sum += Math.sin((2 * Math.PI * one * (from + index)) / SAMPLE_RATE);
    samples[index] = Math.max(-32_768, Math.min(32_767, Math.round(amplitude * sum)));
  }
  return samples;
}
