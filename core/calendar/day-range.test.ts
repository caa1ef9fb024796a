import { expect, test } from 'vitest';
import { dayOf, daysRange, nextDay, startOfDay } from './day-range.ts';

const iso = (ms: number) => new Date(ms).toISOString();

test.each([
  ['UTC', '2026-11-15', '2026-11-15T00:00:00.000Z', 24],
  ['Pacific/Pago_Pago', '2026-11-15', '2026-11-15T11:00:00.000Z', 24],
  ['Asia/Kolkata', '2026-11-15', '2026-11-14T18:30:00.000Z', 24],
  ['Pacific/Kiritimati', '2026-11-15', '2026-11-14T10:00:00.000Z', 24],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['Europe/Amsterdam', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  // Clocks go forward at midnight: the day begins at one.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
  // Clocks go back at midnight: an hour before the change belongs to the day before.
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', 25],
  ['Asia/Kathmandu', '2026-02-28', '2026-02-27T18:15:00.000Z', 24],
])('a day in %s: %s begins at %s and has %i hours', (zone, day, begins, hours) => {
  const { fromMs, toMs } = daysRange(day, day, zone);
  expect(iso(fromMs)).toBe(begins);
  expect((toMs - fromMs) / 3_600_000).toBe(hours);
  expect([dayOf(fromMs, zone), dayOf(toMs - 1, zone), dayOf(fromMs - 1, zone) < day]).toEqual([day, day, true]);
});

test('days follow one another without a gap, in every zone, all year', () => {
  for (const zone of [
    'Pacific/Pago_Pago',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
    'America/Santiago',
    'Australia/Lord_Howe',
  ]) {
    let day = '2026-01-01';
    for (let n = 0; n < 365; n += 30) day = nextDay(day);
    expect(daysRange(day, day, zone).toMs).toBe(startOfDay(nextDay(day), zone));
  }
  expect(nextDay('2026-12-31')).toBe('2027-01-01');
  expect(nextDay('2028-02-28')).toBe('2028-02-29');
});
