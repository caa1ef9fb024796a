import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hoursOn, momentOf, openingOf, type Calendar } from './business-hours.ts';
import { wallTime } from './day-range.ts';

const at = (text: string): number => Date.parse(text);
const [NINE, NOON, SIX] = [540, 720, 1_080];
const weekly = [1, 2, 3, 4, 5].map((day) => ({ day, from: NINE, to: SIX }));
const mexico: Calendar = {
  timeZone: 'America/Mexico_City',
  weekly,
  holidays: [
    { date: '12-25', name: 'Navidad', hours: [] },
    { date: '2026-12-24', name: 'Nochebuena', hours: [{ from: NINE, to: NOON }] },
    { date: '2027-12-25', name: 'Inventario', hours: [{ from: NOON, to: SIX }] },
  ],
};
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

test.each([
  ['on a working day', '2026-11-16T15:00:00Z', true, '2026-11-16T15:00:00.000Z', null],
  ['before it opens', '2026-11-16T14:00:00Z', false, '2026-11-16T15:00:00.000Z', null],
  ['over the weekend', '2026-11-21T12:00:00Z', false, '2026-11-23T15:00:00.000Z', null],
  ['on the morning of half a day', '2026-12-24T17:00:00Z', true, '2026-12-24T17:00:00.000Z', 'Nochebuena'],
  [
    'on its afternoon, before a holiday and a weekend',
    '2026-12-24T19:00:00Z',
    false,
    '2026-12-28T15:00:00.000Z',
    'Nochebuena',
  ],
  ['on a yearly holiday', '2026-12-25T17:00:00Z', false, '2026-12-28T15:00:00.000Z', 'Navidad'],
  [
    'on a day of one year that is a holiday in every other',
    '2027-12-25T19:00:00Z',
    true,
    '2027-12-25T19:00:00.000Z',
    'Inventario',
  ],
])('[CC-17] a calendar answers %s', (_what, moment, open, opens, holiday) => {
  const answer = openingOf(mexico, at(moment));
  expect({ ...answer, opensAtMs: iso(answer.opensAtMs) }).toEqual({ open, opensAtMs: opens, holiday });
});

test('[CC-17] a night shift goes on into a holiday, and none begins on it', () => {
  const nights: Calendar = {
    timeZone: 'UTC',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 1_320, to: 360 })),
    holidays: [{ date: '01-01', name: 'New Year', hours: [] }],
  };
  expect(openingOf(nights, at('2027-01-01T05:59:00Z')).open).toBe(true);
  expect(openingOf(nights, at('2027-01-01T23:00:00Z'))).toEqual({
    open: false,
    opensAtMs: at('2027-01-02T22:00:00Z'),
    holiday: 'New Year',
  });
  expect(openingOf(nights, at('2027-01-02T05:00:00Z')).open).toBe(false);
});

test('[CC-17] a whole day is from midnight to midnight', () => {
  const always: Calendar = {
    timeZone: 'Asia/Jakarta',
    weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: 0, to: 0 })),
    holidays: [],
  };
  for (const moment of ['2026-11-15T17:00:00Z', '2026-11-16T16:59:00Z', '2026-11-16T17:00:00Z'])
    expect(openingOf(always, at(moment)).open).toBe(true);
});

test.each([
  // Clocks in New York go forward on 14 March 2027 at 2:00 and back on 1 November 2026 at 2:00.
  ['before the change', '2027-03-13', NINE, '2027-03-13T14:00:00.000Z'],
  ['after clocks went forward', '2027-03-14', NINE, '2027-03-14T13:00:00.000Z'],
  ['at a time that is left out', '2027-03-14', 150, '2027-03-14T07:00:00.000Z'],
  ['after clocks went back', '2026-11-01', NINE, '2026-11-01T14:00:00.000Z'],
  ['at a time that comes twice, the first', '2026-11-01', 90, '2026-11-01T05:30:00.000Z'],
])('[CC-17] [complaint 18] what a clock shows %s is one moment', (_what, date, minute, moment) => {
  expect(iso(momentOf(date, minute, 'America/New_York'))).toBe(moment);
});

test('[CC-17] never open is said as such', () => {
  expect(openingOf({ timeZone: 'UTC', weekly: [], holidays: [] }, 0)).toEqual({
    open: false,
    opensAtMs: null,
    holiday: null,
  });
});

const stretch = fc.record({ from: fc.integer({ min: 0, max: 1_439 }), to: fc.integer({ min: 0, max: 1_440 }) });
const calendars = fc.record({
  timeZone: fc.constantFrom(
    'UTC',
    'Pacific/Pago_Pago',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  ),
  weekly: fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 7 }),
      from: fc.integer({ min: 0, max: 1_439 }),
      to: fc.integer({ min: 0, max: 1_440 }),
    }),
    { maxLength: 5 },
  ),
  holidays: fc.array(
    fc.record({
      date: fc.constantFrom('2026-11-16', '11-17', '12-25', '2027-03-14'),
      name: fc.constant('x'),
      hours: fc.array(stretch, { maxLength: 2 }),
    }),
    { maxLength: 3 },
  ),
});

test('[CC-17] it is closed until it opens, and open when it does', () => {
  fc.assert(
    fc.property(
      calendars,
      fc.integer({ min: at('2026-10-20T00:00:00Z') / 60_000, max: at('2027-04-10T00:00:00Z') / 60_000 }),
      (calendar, minute) => {
        const nowMs = minute * 60_000;
        const { open, opensAtMs } = openingOf(calendar, nowMs);
        if (open) return opensAtMs === nowMs;
        if (opensAtMs === null) return true;
        const middle = nowMs + Math.floor((opensAtMs - nowMs) / 120_000) * 60_000;
        return (
          opensAtMs > nowMs &&
          openingOf(calendar, opensAtMs).open &&
          (middle === nowMs || !openingOf(calendar, middle).open || isDoubled(calendar, middle))
        );
      },
    ),
    { numRuns: 400 },
  );
});

/** In the hour that comes twice the clock shows what belongs to a stretch before its moment, or after it again. */
function isDoubled({ timeZone }: Calendar, atMs: number): boolean {
  const shown = wallTime(atMs, timeZone);
  return [-3_600_000, 3_600_000, -1_800_000, 1_800_000].some((away) => wallTime(atMs + away, timeZone) === shown);
}

test('[CC-17] the hours of a date are its holiday’s or its weekday’s', () => {
  expect(hoursOn(mexico, '2026-12-25')).toEqual([]);
  expect(hoursOn(mexico, '2026-12-23')).toEqual([{ day: 3, from: NINE, to: SIX }]);
});
