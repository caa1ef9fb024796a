import { expect, test } from 'vitest';
import { newQualityWatch, watchQuality, type PoorSide } from './quality-warning.ts';

/** What is warned of in each second of a call. */
function warnings(seconds: readonly (readonly [number | null, number | null])[]): (PoorSide | null)[] {
  let watch = newQualityWatch;
  return seconds.map(
    ([mos, remoteMos], at) => (watch = watchQuality(watch, { atMs: at * 1_000, mos, remoteMos })).warning,
  );
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('[CALL-14] sound that is poor for ten seconds is warned of, not before', () => {
  const warned = warnings(times(12, [2.9, 4.4]));
  expect(warned.slice(0, 10)).toEqual(times(10, null));
  expect(warned.slice(10)).toEqual(['theirs', 'theirs']);
});

test('[CALL-14] what the other side hears of us is our network, also where both are poor', () => {
  expect(warnings(times(11, [4.4, 2])).at(-1)).toBe('ours');
  expect(warnings(times(11, [2, 2])).at(-1)).toBe('ours');
});

test('[CALL-14] a poor network of ours is ours at once, although what the other side hears is told later', () => {
  expect(warnings([...times(5, [2, 4.4]), ...times(8, [2, 2])] as [number, number][]).slice(9)).toEqual([
    null,
    'ours',
    'ours',
    'ours',
  ]);
});

test('[CALL-14] one good second begins the count anew and takes the warning away', () => {
  expect(
    warnings([...times(9, [2, 4]), [3, 4], ...times(10, [2, 4])] as [number, number][]).every((one) => one === null),
  ).toBe(true);
  expect(warnings([...times(11, [2, 4]), [3, 4]] as [number, number][]).slice(-2)).toEqual(['theirs', null]);
});

test('[CALL-14] seconds of which nothing is known change nothing', () => {
  expect(warnings(times(20, [null, null])).every((one) => one === null)).toBe(true);
  expect(
    warnings([...times(5, [2, null]), ...times(5, [null, null]), [2, null]] as [number | null, null][]).at(-1),
  ).toBe('theirs');
});
