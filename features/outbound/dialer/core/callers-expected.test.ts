import { expect, test } from 'vitest';
import { callersExpected, keptForExpected } from './callers-expected.ts';

test.each<[number, string, number[], number]>([
  [0, 'a group nobody calls', [0, 0, 0, 0, 0, 0, 0], 0],
  [6, 'a usual day', [12, 12, 12, 0, 0, 12, 12], 6],
  [3, 'a usual day that is quiet so far', [12, 12, 12, 0, 0, 12, 12], 0],
  [13, 'twice as many as on other days', [12, 12, 12, 0, 0, 12, 12], 20],
  [6, 'one stormy day before', [300, 12, 12, 12, 12, 12, 12], 6],
  [5, 'a group that is new: the days before it say nothing', [10, 0, 0, 0, 0, 0, 0], 5],
  [4, 'nobody ever called at this time, and they do now', [0, 0, 0, 0, 0, 0, 0], 4],
  [2.5, 'an even number of days', [4, 8], 2],
])('[TASK-03] %d callers are expected in a quarter of an hour: %s', (expected, _, sameHalfHour, lastQuarter) => {
  expect(callersExpected({ sameHalfHour, lastQuarter })).toBe(expected);
});

test.each([
  [0, 0],
  [0.1, 0],
  [0.2, 1],
  [1, 2],
  [4, 7],
  [10, 14],
])('[TASK-03] with %d callers to come before the next agent is free, %i agents are kept', (mean, kept) => {
  expect(keptForExpected(mean)).toBe(kept);
});

test('[TASK-03] more callers never keep fewer agents, and absurdly many end', () => {
  const kept = Array.from({ length: 60 }, (_, n) => keptForExpected(n / 3));
  expect(kept).toEqual(kept.toSorted((a, b) => a - b));
  expect(keptForExpected(100_000)).toBe(1_000);
});
