import { expect, test } from 'vitest';
import { afterPush, type AfterPush } from './after-push.ts';

const HOUR_MS = 3_600_000;
const answered = (status: number, retryAfterSec: number | null = null) => ({ status, retryAfterSec });

test.each([
  [answered(201), 'taken'],
  [answered(204), 'taken'],
  [answered(404), 'forget'],
  [answered(410), 'forget'],
  [{ reason: 'privateAddress' as const }, 'forget'],
  [{ reason: 'badAddress' as const }, 'forget'],
  [answered(400), 'giveUp'],
  [answered(403), 'giveUp'],
  [answered(413), 'giveUp'],
  [answered(302), 'giveUp'],
  [answered(429), 'again'],
  [answered(500), 'again'],
  [{ reason: 'unreachable' as const }, 'again'],
  [{ reason: 'tooSlow' as const }, 'again'],
] satisfies [Parameters<typeof afterPush>[0], AfterPush['next']][])('[push] after %j: %s', (answer, next) =>
  expect(afterPush(answer, { tries: 1, leftMs: HOUR_MS }).next).toBe(next),
);

test('[push] it is tried later and later, and not before the maker of the browser wants it', () => {
  const waits = [1, 2, 3, 4, 10].map((tries) => afterPush(answered(503), { tries, leftMs: 12 * HOUR_MS }));
  expect(waits).toEqual([10, 20, 40, 80, 900].map((sec) => ({ next: 'again', afterMs: sec * 1_000 })));
  expect(afterPush(answered(429, 300), { tries: 1, leftMs: HOUR_MS })).toEqual({ next: 'again', afterMs: 300_000 });
});

test('[push] what would come too late to be worth anything is given up', () =>
  expect(afterPush(answered(503), { tries: 1, leftMs: 9_999 })).toEqual({ next: 'giveUp' }));
