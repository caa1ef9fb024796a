import { expect, test } from 'vitest';
import { afterMiss } from './absence.ts';

const ASSIGNED = 1_000;

test.each([
  ['the first that passes is forgiven', { missed: 0, activeMs: null }, { missed: 1, isAway: false }],
  ['the second in a row without a sign of life is not', { missed: 1, activeMs: 999 }, { missed: 2, isAway: true }],
  ['who wrote since it was theirs is there', { missed: 1, activeMs: 1_000 }, { missed: 0, isAway: false }],
])('[CHAT-10] %s', (_, passer, outcome) => {
  expect(afterMiss(passer, ASSIGNED)).toEqual(outcome);
});
