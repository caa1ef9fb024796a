import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hoursOnDays, isCallable, nextAllowedMoment, type CallableHours } from './callable-hours.ts';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const [NINE, EIGHT_PM] = [540, 1_200];
const weekdays: CallableHours = { weekly: hoursOnDays([1, 2, 3, 4, 5], NINE, EIGHT_PM), holidays: [] };
const daily: CallableHours = { weekly: hoursOnDays([1, 2, 3, 4, 5, 6, 7], NINE, EIGHT_PM), holidays: [] };

test.each([
  ['at once, in the hours', ['America/Mexico_City'], '2026-11-16T16:00:00Z', '2026-11-16T16:00:00.000Z'],
  ['in the morning', ['America/Mexico_City'], '2026-11-16T09:00:00Z', '2026-11-16T15:00:00.000Z'],
  ['after the weekend', ['Asia/Shanghai'], '2026-11-20T12:00:00Z', '2026-11-23T01:00:00.000Z'],
  [
    'when both coasts are awake',
    ['America/New_York', 'America/Los_Angeles'],
    '2026-11-16T14:00:00Z',
    '2026-11-16T17:00:00.000Z',
  ],
  ['after clocks went forward', ['America/New_York'], '2027-03-13T14:00:00Z', '2027-03-15T13:00:00.000Z'],
  ['after clocks went back', ['Europe/Madrid'], '2026-10-23T19:00:00Z', '2026-10-26T08:00:00.000Z'],
])('a customer is called %s', (_when, zones, now, allowed) => {
  expect(iso(nextAllowedMoment([weekdays], zones, at(now)))).toBe(allowed);
});

test('hours of the campaign and of the country both have to allow a call', () => {
  const lunch: CallableHours = { weekly: hoursOnDays([1], 780, 840), holidays: [] };
  expect(iso(nextAllowedMoment([daily, lunch], ['UTC'], at('2026-11-16T10:00:00Z')))).toBe('2026-11-16T13:00:00.000Z');
});

test('zones whose days never meet, and hours that never come, allow no call', () => {
  const zones = ['Pacific/Pago_Pago', 'Asia/Kolkata', 'Pacific/Kiritimati'];
  expect(nextAllowedMoment([{ weekly: hoursOnDays([1], NINE, 600), holidays: [] }], zones, 0)).toBeNull();
  expect(nextAllowedMoment([{ weekly: [], holidays: [] }], ['UTC'], 0)).toBeNull();
  expect(nextAllowedMoment([], ['UTC'], 7)).toBe(7);
});

/** What a clock shows, read in another way than the product reads it. */
function shown(zone: string, atMs: number): { day: number; minute: number } {
  const parts = Object.fromEntries(
    format(zone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
  return { day: days.indexOf(parts.weekday!) + 1, minute: (Number(parts.hour) % 24) * 60 + Number(parts.minute) };
}
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const formats = new Map<string, Intl.DateTimeFormat>();
function format(timeZone: string): Intl.DateTimeFormat {
  let known = formats.get(timeZone);
  if (!known)
    formats.set(
      timeZone,
      (known = new Intl.DateTimeFormat('en-US', {
        timeZone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })),
    );
  return known;
}

const zones = Intl.supportedValuesOf('timeZone');
const DAY_MS = 86_400_000;
/** Noons of a year after which the clocks of a zone are set within a day: the next noon of UTC shows another minute. */
function daysOfChange(zone: string): number[] {
  const minuteOn = (day: number) => shown(zone, at('2026-11-01T12:00:00Z') + day * DAY_MS).minute;
  const found: number[] = [];
  for (let from = 0; from < 364; from += STEP_DAYS) {
    let [before, after] = [from, from + STEP_DAYS];
    if (minuteOn(before) === minuteOn(after)) continue;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (minuteOn(middle) === minuteOn(from)) before = middle;
      else after = middle;
    }
    found.push(at('2026-11-01T12:00:00Z') + before * DAY_MS);
  }
  return found;
}
const STEP_DAYS = 14;

test('nobody is called outside the hours, in any zone, on any day on which clocks are set', () => {
  const setClocks = zones.flatMap((zone) => daysOfChange(zone).map((noonMs) => [zone, noonMs] as const));
  expect(setClocks.length).toBeGreaterThan(200);
  const wrong: string[] = [];
  for (const [zone, noonMs] of setClocks)
    for (let atMs = noonMs - DAY_MS; atMs < noonMs + 2 * DAY_MS; atMs += 1_800_000) {
      const { day, minute } = shown(zone, atMs);
      const allowed = day <= 5 && minute >= NINE && minute < EIGHT_PM;
      if (isCallable([weekdays], [zone], atMs) !== allowed) wrong.push(`${zone} ${iso(atMs)}`);
    }
  expect(wrong).toEqual([]);
});

test('the next moment is allowed in every zone, and no moment before it is', () => {
  const one = fc.record({
    zones: fc.uniqueArray(fc.constantFrom(...zones), { minLength: 1, maxLength: 3 }),
    from: fc.integer({ min: 0, max: 23 }),
    length: fc.integer({ min: 1, max: 14 }),
    now: fc.integer({ min: at('2026-10-20T00:00:00Z') / 60_000, max: at('2027-11-10T00:00:00Z') / 60_000 }),
    part: fc.double({ min: 0, max: 0.999, noNaN: true }),
  });
  fc.assert(
    fc.property(one, (drawn) => {
      const to = Math.min(1_440, (drawn.from + drawn.length) * 60);
      const hours: CallableHours = { weekly: hoursOnDays([1, 2, 3, 4, 5, 6], drawn.from * 60, to), holidays: [] };
      const nowMs = drawn.now * 60_000;
      const next = nextAllowedMoment([hours], drawn.zones, nowMs);
      if (next === null) return true;
      const inHours = (atMs: number): boolean =>
        drawn.zones.every((zone) => {
          const { day, minute } = shown(zone, atMs);
          return day <= 6 && minute >= drawn.from * 60 && minute < to;
        });
      const between = nowMs + Math.floor(((next - nowMs) * drawn.part) / 60_000) * 60_000;
      // In an hour that comes twice a stretch may begin at its second coming; we wait for the next one then.
      return inHours(next) && (between === next || !inHours(between) || comesTwice(drawn.zones, between));
    }),
    { numRuns: 150 },
  );
});

const comesTwice = (of: readonly string[], atMs: number): boolean =>
  of.some((zone) =>
    [-1, -0.5, 0.5, 1].some((away) => shown(zone, atMs + away * 3_600_000).minute === shown(zone, atMs).minute),
  );
