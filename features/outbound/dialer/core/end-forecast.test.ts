import { expect, test } from 'vitest';
import { forecastEnd, type ListLeft } from './end-forecast.ts';

const HOUR_MS = 3_600_000;
/** A Wednesday, noon in Mexico City. */
const NOON = Date.UTC(2026, 10, 18, 18);
const office = {
  timeZone: 'America/Mexico_City',
  weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: 9 * 60, to: 18 * 60 })),
  holidays: [],
};
const list = (some: Partial<ListLeft> = {}): ListLeft => ({
  open: 60,
  done: 30,
  inMs: HOUR_MS,
  hours: null,
  expiresAtMs: null,
  ...some,
});

test('a list goes on at the pace of lately', () => {
  expect(forecastEnd(list(), NOON)).toEqual({ is: 'at', atMs: NOON + 2 * HOUR_MS });
  expect(forecastEnd(list({ open: 0 }), NOON)).toEqual({ is: 'through' });
});

test('where nobody was done with lately nothing is foretold', () => {
  expect(forecastEnd(list({ done: 0 }), NOON)).toEqual({ is: 'unknown' });
  expect(forecastEnd(list({ done: 1, open: 1_000_000 }), NOON)).toEqual({ is: 'unknown' });
});

test('hours in which nobody is called do not count', () => {
  // Six hours are left today, and nine tomorrow: at thirty an hour 210 last until ten o'clock tomorrow.
  expect(forecastEnd(list({ open: 210, hours: office }), NOON)).toEqual({ is: 'at', atMs: NOON + 22 * HOUR_MS });
  // From Friday evening on to Monday morning.
  const friday = NOON + 54 * HOUR_MS;
  expect(forecastEnd(list({ open: 30, hours: office }), friday)).toEqual({ is: 'at', atMs: friday + 64 * HOUR_MS });
});

test('a task whose time is over before leaves so many behind', () => {
  const expiresAtMs = NOON + HOUR_MS;
  expect(forecastEnd(list({ open: 100, expiresAtMs }), NOON)).toEqual({ is: 'cutOff', atMs: expiresAtMs, left: 70 });
  expect(forecastEnd(list({ open: 30, expiresAtMs }), NOON)).toEqual({ is: 'at', atMs: expiresAtMs });
  const tomorrow = NOON + 22 * HOUR_MS;
  expect(forecastEnd(list({ open: 1_000, hours: office, expiresAtMs: tomorrow }), NOON)).toMatchObject({ left: 790 });
});

test('hours that never come foretell nothing', () => {
  expect(forecastEnd(list({ hours: { ...office, weekly: [] } }), NOON)).toEqual({ is: 'unknown' });
});
