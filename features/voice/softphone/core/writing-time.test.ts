import { expect, test } from 'vitest';
import { moreForWriting } from './writing-time.ts';

test.each([
  ['there is time enough', 30_000, 300_000, 0],
  ['it is nearly over', 15_000, 300_000, 30],
  ['little more is allowed', 15_000, 22_000, 7],
  ['nothing more is allowed', 15_000, 15_000, 0],
  ['it is over', 0, 300_000, 0],
])('[STATUS-10] whoever writes after a call gets more time, up to the limit: %s', (_, endsMs, latestMs, seconds) => {
  expect(moreForWriting({ endsMs, latestMs, nowMs: 0 })).toBe(seconds);
});
