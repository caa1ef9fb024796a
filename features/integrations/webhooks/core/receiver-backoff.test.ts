import { expect, test } from 'vitest';
import { backOffAfter, type Backoff } from './receiver-backoff.ts';

test('[ADMIN-06] a receiver that does not answer rests for half a minute, then longer and longer, for a quarter of an hour at most', () => {
  let rest: Backoff | undefined;
  let nowMs = 1_800_000_000_000;
  const rests = Array.from({ length: 8 }, () => {
    rest = backOffAfter(rest, nowMs);
    const ms = rest.untilMs - nowMs;
    nowMs = rest.untilMs;
    return ms / 1_000;
  });
  expect(rests).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test('[ADMIN-06] tries that were under way together make it rest once', () => {
  const first = backOffAfter(undefined, 1_000);
  expect(backOffAfter(first, 1_001)).toBe(first);
  expect(backOffAfter(first, first.untilMs)).toMatchObject({ times: 2 });
});
