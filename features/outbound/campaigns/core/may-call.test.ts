import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hoursOnDays, isCallable } from './callable-hours.ts';
import { countryRules, ruleOf, strictest } from './country-rules.ts';
import { hoursFor, mayCall, mayEverCall, type CalleeFacts, type CallWish } from './may-call.ts';
import { zonesOfCustomer } from './zones-of-number.ts';

const at = (text: string): number => Date.parse(text);
/** A Monday, ten in the morning in New York and nine in Mexico. */
const NOW = at('2026-11-16T15:00:00Z');
const DAY_MS = 86_400_000;
const facts: CalleeFacts = {
  number: '525512345678',
  country: 'MX',
  zones: ['America/Mexico_City'],
  isOwnNumber: false,
  isBlacklisted: false,
  hasOptedOut: false,
  consent: 'unknown',
  nationalList: null,
  calledAtMs: [],
  abandonedAtMs: null,
  refusedAtMs: null,
  isUndecided: false,
};
const wish: CallWish = {
  hours: { weekly: hoursOnDays([1, 2, 3, 4, 5], 540, 1_200), holidays: [] },
  daysOff: [],
  needsConsent: false,
  perDay: 2,
  notBeforeMs: null,
  expiresAtMs: null,
  byPerson: false,
};
const american = { number: '12125550100', country: 'US', zones: ['America/New_York'] };
const french = { number: '33123456789', country: 'FR', zones: ['Europe/Paris'], consent: 'given' as const };
const yesterday = NOW - DAY_MS;

test.each<[string, Partial<CalleeFacts>, Partial<CallWish>, string | null, string | null]>([
  ['nothing speaks against it', {}, {}, null, null],
  ['it is no number of the world', { number: '52551234' }, {}, 'number', null],
  ['it costs extra', { number: '19005550100' }, {}, 'number', null],
  ['it is our own', { isOwnNumber: true }, {}, 'ownNumber', null],
  ['it was blacklisted a moment before', { isBlacklisted: true, consent: 'given' }, {}, 'blacklisted', null],
  ['they asked us not to', { hasOptedOut: true, consent: 'given' }, {}, 'optedOut', null],
  ['they took their consent back', { consent: 'withdrawn' }, {}, 'optedOut', null],
  [
    'they are on the list of the country',
    { nationalList: { hasNumber: true, issuedAtMs: yesterday } },
    {},
    'doNotCall',
    null,
  ],
  [
    'they are on it and agreed',
    { consent: 'given', nationalList: { hasNumber: true, issuedAtMs: yesterday } },
    {},
    null,
    null,
  ],
  [
    'the list is too old to say',
    { ...american, nationalList: { hasNumber: false, issuedAtMs: NOW - 32 * DAY_MS } },
    {},
    'listTooOld',
    null,
  ],
  [
    'the list is young enough',
    { ...american, nationalList: { hasNumber: false, issuedAtMs: NOW - 31 * DAY_MS } },
    {},
    null,
    null,
  ],
  ['the campaign asks for consent', {}, { needsConsent: true }, 'noConsent', null],
  ['the country asks for consent', { ...french, consent: 'unknown' }, {}, 'noConsent', null],
  ['nobody knows how the last call ended', { isUndecided: true }, {}, 'undecided', null],
  ['the campaign is over', {}, { expiresAtMs: NOW }, 'expired', null],
  ['they found nobody on the line', { abandonedAtMs: yesterday }, {}, 'abandonedLately', '2026-11-18T15:00:00.000Z'],
  ['they found nobody, and a person dials', { abandonedAtMs: yesterday }, { byPerson: true }, null, null],
  ['they found nobody three days ago', { abandonedAtMs: NOW - 3 * DAY_MS }, {}, null, null],
  ['they said no in France', { ...french, refusedAtMs: yesterday }, {}, 'refusedLately', '2027-01-14T15:00:00.000Z'],
  [
    'they were called twice today',
    { calledAtMs: [NOW - 60_000, NOW - 120_000] },
    {},
    'dayLimit',
    '2026-11-17T06:00:00.000Z',
  ],
  ['they were called twice yesterday', { calledAtMs: [yesterday, yesterday - 60_000] }, {}, null, null],
  [
    'they were called four times in France',
    { ...french, calledAtMs: [2, 3, 4, 5].map((day) => NOW - day * DAY_MS) },
    {},
    'monthLimit',
    '2026-12-11T15:00:00.000Z',
  ],
  ['it was promised for later', {}, { notBeforeMs: NOW + 60_000 }, 'tooEarly', '2026-11-16T15:01:00.000Z'],
  ['it is night there', { zones: ['Asia/Shanghai'] }, {}, 'hours', '2026-11-17T01:00:00.000Z'],
  ['it is noon in France', { ...french }, { hours: null }, null, null],
])('[CDP-06] whether somebody is called when %s', (_when, more, wants, why, until) => {
  const answer = mayCall({ ...facts, ...more }, { ...wish, ...wants }, NOW);
  expect(answer.allowed ? null : answer.why).toBe(why);
  const untilMs = answer.allowed ? null : answer.untilMs;
  expect(untilMs === null ? null : new Date(untilMs).toISOString()).toBe(until);
});

test('a list is checked by what no waiting helps against, and by nothing else', () => {
  const later = { ...facts, zones: ['Asia/Shanghai'], calledAtMs: [NOW, NOW, NOW], abandonedAtMs: NOW };
  expect(mayEverCall(later, false, NOW)).toEqual({ allowed: true });
  expect(mayEverCall({ ...later, isBlacklisted: true }, false, NOW)).toMatchObject({ why: 'blacklisted' });
});

test('what may be called by these rules is in the hours of its country, in every zone', () => {
  const numbers = [
    '12125550100',
    '18505550100',
    '525512345678',
    '5511987654321',
    '33612345678',
    '61412345678',
    '919876543210',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...numbers),
      fc.integer({ min: NOW / 60_000, max: NOW / 60_000 + 600_000 }),
      (number, minute) => {
        const country = countryRules.find((rule) => number.startsWith(codes[rule.country] ?? 'x'))!.country;
        const zones = zonesOfCustomer(number);
        const nowMs = minute * 60_000;
        const called = { ...facts, number, country, zones, consent: 'given' as const };
        const answer = mayCall(called, wish, nowMs);
        if (answer.allowed) return isCallable(hoursFor(country, wish), zones, nowMs);
        return answer.untilMs === null || mayCall(called, wish, answer.untilMs).allowed;
      },
    ),
    { numRuns: 200 },
  );
});
const codes: Record<string, string> = { US: '1', MX: '52', BR: '55', FR: '33', AU: '61', IN: '91' };

test('every rule of a country says where it is written and when we read it', () => {
  for (const { sources, weekly } of countryRules) {
    expect(sources.length).toBeGreaterThan(0);
    for (const { title, readIn } of sources)
      expect([title.length > 3, /^\d{4}-\d\d$/.test(readIn)]).toEqual([true, true]);
    for (const { day, from, to } of weekly ?? [])
      expect([day >= 1, day <= 7, from < to, to <= 1_440]).not.toContain(false);
  }
  expect(countryRules.map(({ country }) => country)).toEqual(countryRules.map(({ country }) => country).toSorted());
});

test('where a country asks less than the house, the house decides', () => {
  expect(strictest('MX')).toEqual({ ringAtLeastSec: 15, restAfterAbandonedHours: 72, mostADay: 3 });
  expect(strictest('BR').mostADay).toBe(2);
  expect(ruleOf('XX')).toMatchObject({ country: 'XX', weekly: null, sources: [] });
});
