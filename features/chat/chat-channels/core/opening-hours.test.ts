import { expect, test } from 'vitest';
import { opening } from './opening-hours.ts';

const at = (text: string): number => Date.parse(text);
const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, from: 9 * 60, to: 18 * 60 }));

test.each([
  // Monday 16 November 2026; Mexico City is at UTC-6, Jakarta at UTC+7.
  ['opens at the minute', '2026-11-16T15:00:00Z', 'America/Mexico_City', true, 0],
  ['is closed a minute before', '2026-11-16T14:59:00Z', 'America/Mexico_City', false, 1],
  ['closes at the minute', '2026-11-17T00:00:00Z', 'America/Mexico_City', false, 15 * 60],
  ['counts over the weekend', '2026-11-21T00:00:00Z', 'America/Mexico_City', false, (24 * 2 + 15) * 60],
  ['goes by the clocks of its zone', '2026-11-16T02:00:00Z', 'Asia/Jakarta', true, 0],
])('[CHAT-08] a channel %s', (_what, moment, zone, open, opensIn) => {
  expect(opening(weekdays, zone, at(moment))).toEqual({ open, opensIn });
});

test('[CHAT-08] a night shift goes over midnight and over the end of the week', () => {
  const nights = [{ day: 7, from: 22 * 60, to: 6 * 60 }];
  expect(opening(nights, 'UTC', at('2026-11-15T22:00:00Z')).open).toBe(true);
  expect(opening(nights, 'UTC', at('2026-11-16T05:59:00Z')).open).toBe(true);
  expect(opening(nights, 'UTC', at('2026-11-16T06:00:00Z'))).toEqual({ open: false, opensIn: 6 * 1_440 + 16 * 60 });
});

test('[CHAT-08] without hours it is always open, with none on any day never', () => {
  expect(opening(null, 'UTC', 0)).toEqual({ open: true, opensIn: 0 });
  expect(opening([], 'UTC', 0)).toEqual({ open: false, opensIn: null });
});
