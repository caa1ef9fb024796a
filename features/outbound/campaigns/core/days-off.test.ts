import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf } from '#core/calendar/day-range.ts';
import { hoursOnDays, isCallable } from './callable-hours.ts';
import { countryRules } from './country-rules.ts';
import { comingDaysOff, daysOffOf, hoursAround, type DayOff } from './days-off.ts';
import { hoursFor, mayCall, type CalleeFacts, type CallWish } from './may-call.ts';
import { publicHolidays } from './public-holidays.ts';

const at = (text: string): number => Date.parse(text);
const off = (more: Partial<DayOff> = {}): DayOff => ({
  country: 'MX',
  area: '',
  date: '2026-11-16',
  name: 'Revolución',
  ...more,
});
const mexican = { number: '525512345678', country: 'MX', livesIn: '' };
const french = { number: '33123456789', country: 'FR', livesIn: '' };
const dates = (place: Parameters<typeof daysOffOf>[0], own: readonly DayOff[], now = '2026-11-16T15:00:00Z') =>
  daysOffOf(place, own, at(now)).map(({ date }) => date);

test('[TASK-03] a team keeps days for a country, for a region by its numbers, and for where somebody lives', () => {
  expect(dates(mexican, [off()])).toEqual(['2026-11-16']);
  expect(dates(mexican, [off({ country: 'US' })])).toEqual([]);
  expect(dates(mexican, [off({ area: '55' }), off({ area: '33', date: '12-01' })])).toEqual(['2026-11-16']);
  expect(dates({ ...mexican, livesIn: 'ES' }, [off({ country: 'ES', date: '12-06' })])).toEqual(['12-06']);
  expect(dates({ ...mexican, livesIn: 'ES' }, [off({ country: 'ES', area: '91' })])).toEqual([]);
});

test('[TASK-03] public holidays count where the law asks for quiet, also those of the year that begins elsewhere', () => {
  expect(dates(french, [], '2026-12-31T23:30:00Z')).toEqual(expect.arrayContaining(['2026-12-25', '2027-01-01']));
  expect(dates(mexican, [])).toEqual([]);
});

const facts: CalleeFacts = {
  number: french.number,
  country: 'FR',
  zones: ['Europe/Paris'],
  isOwnNumber: false,
  isBlacklisted: false,
  hasOptedOut: false,
  consent: 'given',
  nationalList: null,
  calledAtMs: [],
  abandonedAtMs: null,
  refusedAtMs: null,
  isUndecided: false,
};
const wish = (daysOff: CallWish['daysOff'], hours: CallWish['hours'] = null): CallWish => ({
  hours,
  daysOff,
  needsConsent: false,
  perDay: 3,
  notBeforeMs: null,
  expiresAtMs: null,
  byPerson: false,
});

test('[TASK-03] on a holiday nobody is called, and it is said why and until when', () => {
  // Armistice Day, a Wednesday; the next hours are those of Thursday.
  const nowMs = at('2026-11-11T10:00:00Z');
  expect(mayCall(facts, wish(daysOffOf(french, [], nowMs)), nowMs)).toEqual({
    allowed: false,
    why: 'dayOff',
    untilMs: at('2026-11-12T09:00:00Z'),
  });
  const nextMs = at('2026-11-12T10:00:00Z');
  expect(mayCall(facts, wish(daysOffOf(french, [], nextMs)), nextMs)).toEqual({ allowed: true });
  // At night it is the hours, holiday or not.
  const nightMs = at('2026-11-12T23:00:00Z');
  expect(mayCall(facts, wish(daysOffOf(french, [], nightMs)), nightMs)).toMatchObject({ why: 'hours' });
});

test('[TASK-03] hours over midnight end where a day without calls begins', () => {
  const night = { weekly: hoursOnDays([1, 2, 3, 4, 5, 6, 7], 1_200, 120), holidays: [] };
  const own = daysOffOf(mexican, [off({ date: '2026-11-16' })], at('2026-11-16T05:00:00Z'));
  const zone = ['America/Mexico_City'];
  expect(isCallable(hoursFor('MX', wish(own, night)), zone, at('2026-11-16T05:30:00Z'))).toBe(true);
  expect(isCallable(hoursFor('MX', wish(own, night)), zone, at('2026-11-16T06:30:00Z'))).toBe(false);
});

const zones = Intl.supportedValuesOf('timeZone');
const someZones = fc.uniqueArray(fc.constantFrom(...zones), { minLength: 1, maxLength: 3 });
const moment = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2032-01-01T00:00:00Z') });

test('[TASK-03] whatever the zones and the season, nobody is called on a day off of any of them', () => {
  fc.assert(
    fc.property(moment, someZones, fc.integer({ min: -1, max: 1 }), (nowMs, where, shift) => {
      const date = dayOf(nowMs + shift * 86_400_000, where[0]!);
      const days = [{ date, name: 'quiet', hours: [] }];
      const isOff = where.some((zone) => dayOf(nowMs, zone) === date);
      expect(isCallable([hoursAround(days)], where, nowMs)).toBe(!isOff);
    }),
    { numRuns: 200 },
  );
});

test('[TASK-03] the moment somebody may be called again is on no day off, by every calendar where they may be', () => {
  const closed = countryRules.filter(({ closedOnHolidays }) => closedOnHolidays).map(({ country }) => country);
  fc.assert(
    fc.property(moment, someZones, fc.constantFrom(...closed), (nowMs, where, country) => {
      const daysOff = daysOffOf({ number: '1', country, livesIn: '' }, [], nowMs);
      const quiet = new Set(daysOff.map(({ date }) => date));
      const answer = mayCall({ ...facts, country, zones: where }, wish(daysOff), nowMs);
      const moments = answer.allowed ? [nowMs] : answer.untilMs === null ? [] : [answer.untilMs];
      for (const atMs of moments) for (const zone of where) expect(quiet.has(dayOf(atMs, zone))).toBe(false);
    }),
    { numRuns: 80 },
  );
});

test('[TASK-03] the coming days are shown in order, those of every year with their year', () => {
  const coming = comingDaysOff('FR', [off({ country: 'FR', date: '12-24', name: 'Réveillon' })], '2026-12-20', 3);
  expect(coming.map(({ date, isOwn }) => [date, isOwn])).toEqual([
    ['2026-12-24', true],
    ['2026-12-25', false],
    ['2027-01-01', false],
  ]);
  expect(publicHolidays('FR', 2026)[0]).toMatchObject({ date: '2026-01-01' });
});
