import { expect, test } from 'vitest';
import { usualAnswerMinutes } from './usual-answer.ts';

test.each([
  ['too few say nothing', [10, 10, 10, 10], null],
  ['half of them within a minute', [5, 20, 40, 3_000, 9_000], 1],
  ['a number people would say', [600, 1_100, 1_200, 1_300, 1_400], 30],
  ['one that took days changes nothing', [50, 60, 61, 62, 900_000], 2],
  ['longer than a day is no promise', [90_000, 90_000, 90_000, 90_000, 90_000], null],
])('[CHAT-08] how long an answer takes: %s', (_, seconds, minutes) => {
  expect(usualAnswerMinutes(seconds)).toBe(minutes);
});
