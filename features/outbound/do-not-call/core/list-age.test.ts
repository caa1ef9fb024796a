import { expect, test } from 'vitest';
import { ageOf, isOfTheFuture, issuedAtMs } from './list-age.ts';

const NOW = Date.UTC(2026, 10, 18, 12);

test.each([
  ['GB', '2026-10-22', 27, 28, false],
  ['GB', '2026-10-20', 29, 28, true],
  ['US', '2026-10-18', 31, 31, true],
  ['US', '2026-10-19', 30, 31, false],
  ['FI', '2026-10-18', 31, 30, true],
])(
  '[TASK-01] a list of %s from %s is %i days old, where %i are allowed',
  (country, day, daysOld, mostDaysOld, isTooOld) => {
    expect(ageOf(country, day, NOW)).toEqual({ daysOld, mostDaysOld, isTooOld });
  },
);

test('[TASK-01] a list of the day after tomorrow is a slip, one of tomorrow may be a matter of zones', () => {
  expect(isOfTheFuture('2026-11-19', NOW)).toBe(false);
  expect(isOfTheFuture('2026-11-20', NOW)).toBe(true);
  expect(issuedAtMs('2026-11-18')).toBe(Date.UTC(2026, 10, 18));
});
