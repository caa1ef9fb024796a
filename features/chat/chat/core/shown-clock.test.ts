import { expect, test } from 'vitest';
import { shownClock, type ClockMoments } from './shown-clock.ts';

const NOW = 10_000_000;
const MINUTE = 60_000;
const moments = (some: Partial<ClockMoments>): ClockMoments => ({
  reactByMs: null,
  answerByMs: null,
  sinceMs: null,
  ...some,
});

test.each([
  [
    'until somebody looks, the time that counts is the one after which it goes back to the line',
    { reactByMs: NOW + 20_000, answerByMs: NOW + 80_000 },
    { what: 'react', ms: 20_000, isRough: false, tone: 'warning' },
  ],
  ['it never runs below nothing', { reactByMs: NOW - 900 }, { what: 'react', ms: 0, isRough: false, tone: 'warning' }],
  [
    'then what was promised',
    { answerByMs: NOW + 5 * MINUTE },
    { what: 'left', ms: 5 * MINUTE, isRough: false, tone: 'grey' },
  ],
  [
    'which warns near its end',
    { answerByMs: NOW + 9_000 },
    { what: 'left', ms: 9_000, isRough: false, tone: 'warning' },
  ],
  [
    'late is told roughly',
    { answerByMs: NOW - 35 * MINUTE, sinceMs: NOW - 37 * MINUTE },
    { what: 'late', ms: 35 * MINUTE, isRough: true, tone: 'red' },
  ],
  [
    'without a promise it says how long somebody waits',
    { sinceMs: NOW - 90 * MINUTE },
    { what: 'waiting', ms: 90 * MINUTE, isRough: true, tone: 'grey' },
  ],
] as const)('[CHAT-07] %s', (_, some, clock) => {
  expect(shownClock(moments(some), NOW)).toEqual(clock);
});
