import { SAMPLE_RATE } from './sound.ts';

/** What Goertzel's filter multiplies with for a pitch. */
export const turnOf = (hz: number): number => 2 * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);

/** The power of one pitch in a piece of sound: its amplitude squared, times a quarter of the length squared. */
export function powerOf(samples: ArrayLike<number>, turn: number): number {
  let last = 0;
  let before = 0;
  for (let at = 0; at < samples.length; at++) {
    const next = samples[at]! + turn * last - before;
    before = last;
    last = next;
  }
  return last * last + before * before - turn * last * before;
}
