import { expect, test } from 'vitest';
import { CAPTCHA_WORK, isWorkDone, search, type Work } from './proof-of-work.ts';

const small: Work = { puzzles: 3, bits: 6 };
const answerTo = (challenge: string, { puzzles, bits }: Work): string =>
  Array.from({ length: puzzles }, (_, place) => search(challenge, place, bits, { from: 0, count: 1_000_000 })).join(
    '.',
  );

test('[ADMIN-01] work that was done is seen to be done, for its own challenge alone', () => {
  const answer = answerTo('one', small);
  expect(isWorkDone('one', small, answer)).toBe(true);
  expect(isWorkDone('two', small, answer)).toBe(false);
  expect(isWorkDone('one', { ...small, bits: 20 }, answer)).toBe(false);
});

test.each(['', '1', '1.2.3', '1.2.3.4', 'a.b.c', '-1.-1.-1', '1e3.1e3.1e3', `${'9'.repeat(40)}.1.1`])(
  '[ADMIN-01] %o is no answer',
  (answer) => {
    expect(isWorkDone('nothing is solved by these', { puzzles: 3, bits: 16 }, answer)).toBe(false);
  },
);

test('a search goes on where it stopped, and finds nothing where there is nothing', () => {
  const found = search('one', 0, 6, { from: 0, count: 1_000_000 })!;
  expect(search('one', 0, 6, { from: found, count: 1 })).toBe(found);
  expect(search('one', 0, 6, { from: 0, count: found })).toBeNull();
});

test('[ADMIN-01] what the product asks for is done by a page, and cannot be guessed', () => {
  expect(isWorkDone('a challenge', CAPTCHA_WORK, answerTo('a challenge', CAPTCHA_WORK))).toBe(true);
  expect(CAPTCHA_WORK.puzzles * 2 ** CAPTCHA_WORK.bits).toBeGreaterThan(100_000);
});
