import { expect, test } from 'vitest';
import { restAfter, type Rest } from './rest.ts';

test('[ADMIN-06] a receiver that does not answer rests for half a minute, then longer and longer, for a quarter of an hour at most', () => {
  let rest: Rest | undefined;
  let nowMs = 1_800_000_000_000;
  const rests = Array.from({ length: 8 }, () => {
    rest = restAfter(rest, nowMs);
    const ms = rest.untilMs - nowMs;
    nowMs = rest.untilMs;
    return ms / 1_000;
  });
  expect(rests).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test('[ADMIN-06] tries that were under way together make it rest once', () => {
  const first = restAfter(undefined, 1_000);
  expect(restAfter(first, 1_001)).toBe(first);
  expect(restAfter(first, first.untilMs)).toMatchObject({ times: 2 });
});
