import { expect, test } from 'vitest';
import { clockOffset } from './server-clock.ts';

const NINE = Date.UTC(2026, 10, 15, 9, 0, 0);

test.each([
  ['a clock that can be right is left alone', NINE + 100, NINE + 300, 0],
  ['one that is late is moved on', NINE - 5_100, NINE - 4_900, 5_000],
  ['one that is early is moved back no further than it must be', NINE + 60_000, NINE + 60_200, -59_101],
])('%s', (_name, askedMs, answeredMs, expected) => {
  expect(clockOffset('2026-11-15 09:00:00', askedMs, answeredMs)).toBe(expected);
});
