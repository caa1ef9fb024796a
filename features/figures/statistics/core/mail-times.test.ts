import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wallTime } from '#core/calendar/day-range.ts';
import { mailedEvery } from './reports.ts';
import { mailedDays, newestDue, nextMailMs } from './mail-times.ts';

const at = (text: string): number => Date.parse(text);

test.each([
  ['day', '2026-11-18T05:00:00Z', 'Asia/Jakarta', '2026-11-19 07:00:00'],
  ['day', '2026-11-17T20:00:00Z', 'Asia/Jakarta', '2026-11-18 07:00:00'],
  ['week', '2026-11-18T05:00:00Z', 'America/Mexico_City', '2026-11-23 07:00:00'],
  ['month', '2026-11-18T05:00:00Z', 'America/Mexico_City', '2026-12-01 07:00:00'],
  // The night clocks go forward, and the one they go back.
  ['day', '2026-03-28T12:00:00Z', 'Europe/Madrid', '2026-03-29 07:00:00'],
  ['day', '2026-10-24T12:00:00Z', 'Europe/Madrid', '2026-10-25 07:00:00'],
] as const)('[CC-10] a view sent every %s after %s leaves in %s at %s', (every, after, zone, due) => {
  expect(wallTime(nextMailMs({ every, hour: 7 }, at(after), zone), zone)).toBe(due);
});

test.each([
  // Midnight is left out there, and two in the night.
  [0, '2026-09-05T12:00:00Z', 'America/Santiago', '2026-09-06 01:00:00', '2026-09-05'],
  [2, '2026-03-28T12:00:00Z', 'Europe/Madrid', '2026-03-29 03:00:00', '2026-03-28'],
] as const)(
  '[CC-10] the hour %i that clocks leave out is the one after it, after %s in %s',
  (hour, after, zone, due, day) => {
    const dueMs = nextMailMs({ every: 'day', hour }, at(after), zone);
    expect(wallTime(dueMs, zone)).toBe(due);
    expect(mailedDays('day', dueMs, zone)).toEqual({ from: day, to: day });
  },
);

test.each([
  ['day', '2026-11-17', '2026-11-17'],
  ['week', '2026-11-11', '2026-11-17'],
  ['month', '2026-11-01', '2026-11-17'],
] as const)('[CC-10] a mail of every %s is about %s to %s', (every, from, to) => {
  expect(mailedDays(every, at('2026-11-18T05:00:00Z'), 'Asia/Jakarta')).toEqual({ from, to });
});

test('[CC-10] a monthly mail on the first is about the whole month before', () => {
  expect(mailedDays('month', at('2026-12-01T01:00:00Z'), 'Asia/Jakarta')).toEqual({
    from: '2026-11-01',
    to: '2026-11-30',
  });
});

test('[CC-10] of mails that were missed the newest leaves, and the next when it is due', () => {
  const missed = { every: 'week', hour: 7, dueMs: at('2026-11-02T07:00:00Z') } as const;
  expect(newestDue(missed, at('2026-11-18T12:00:00Z'), 'UTC')).toEqual({
    dueMs: at('2026-11-16T07:00:00Z'),
    nextMs: at('2026-11-23T07:00:00Z'),
  });
  expect(newestDue(missed, at('2026-11-02T07:05:00Z'), 'UTC')).toEqual({
    dueMs: at('2026-11-02T07:00:00Z'),
    nextMs: at('2026-11-09T07:00:00Z'),
  });
});

test('[CC-10] mails follow one another, never twice within a day, whatever the clocks do', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...mailedEvery),
      fc.nat(23),
      fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z') }),
      fc.constantFrom('UTC', 'Europe/Madrid', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Beirut'),
      (every, hour, nowMs, zone) => {
        const first = nextMailMs({ every, hour }, nowMs, zone);
        const second = nextMailMs({ every, hour }, first, zone);
        expect(first).toBeGreaterThan(nowMs);
        expect(second - first).toBeGreaterThan(20 * 3_600_000);
      },
    ),
  );
});
