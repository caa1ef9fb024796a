import { expect, test } from 'vitest';
import { timesIn } from './local-time.ts';

const noonUtc = Date.UTC(2026, 10, 15, 12, 0);

test.each([
  ['SG', ['20:00']],
  ['IN', ['17:30']],
  ['MX', ['04:00', '07:00']],
  ['id', ['19:00', '21:00']],
  ['', []],
  ['Q1', []],
])('clocks in %s show %j when it is noon in UTC', (iso2, times) => {
  expect(timesIn(iso2, noonUtc)).toEqual(times);
});
