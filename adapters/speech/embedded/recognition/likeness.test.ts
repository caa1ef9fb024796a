import { expect, test } from 'vitest';
import { sensed, unlikeness, wholeUnlikeness } from './likeness.ts';

/** A sound whose rows are turned from one to the next; each number is one row. */
const sound = (...rows: number[]) =>
  sensed(
    Float32Array.from(rows.flatMap((row) => [Math.cos(row), Math.sin(row), Math.cos(2 * row), Math.sin(3 * row)])),
    4,
    [0, rows.length],
  );
const around = (...rows: number[]) => sound(4, 5, 4.5, ...rows, 5.2, 4.1);

test('[FLOW-11] a sound is like itself, also slower, and unlike another', () => {
  const one = sound(0, 1, 2, 3, 0.5, 1.5);
  expect(wholeUnlikeness(one, one)).toBeCloseTo(0, 5);
  const slower = sound(0, 0, 1, 1, 2, 2, 3, 3, 0.5, 0.5, 1.5, 1.5);
  expect(wholeUnlikeness(slower, one)).toBeLessThan(0.05);
  expect(wholeUnlikeness(sound(3, 0.2, 5, 1, 4, 2), one)).toBeGreaterThan(0.3);
});

test('[FLOW-11] words are found within a sound, and not where they would have been said in no time', () => {
  const words = sound(0, 1, 2, 3, 0.5, 1.5);
  const within = unlikeness(around(0, 1, 2, 3, 0.5, 1.5), words);
  expect(within).toBeLessThan(unlikeness(around(3, 2.5, 0.2, 2.8, 1, 0.1), words));
  expect(unlikeness(sound(0, 1), words)).toBe(Number.POSITIVE_INFINITY);
});
