import { expect, test } from 'vitest';
import { isQuarterOver, refusedAgain, type RefusedCalls } from './refused-calls.ts';

const QUARTER_MS = 900_000;

test('[SEC-02] the first refusal is told at once, those of the same quarter of an hour are counted', () => {
  let calls: RefusedCalls | undefined;
  const reportedAtMs: number[] = [];
  for (const atMs of [0, 1, 1_000, QUARTER_MS - 1]) {
    const next = refusedAgain(calls, atMs);
    if (next.isDue) reportedAtMs.push(atMs);
    calls = next.calls;
  }
  expect(reportedAtMs).toEqual([0]);
  expect(calls).toEqual({ sinceMs: 0, more: 3 });
  expect(isQuarterOver(calls!, QUARTER_MS - 1)).toBe(false);
  expect(isQuarterOver(calls!, QUARTER_MS)).toBe(true);
  expect(refusedAgain(calls, QUARTER_MS)).toEqual({ calls: { sinceMs: QUARTER_MS, more: 0 }, isDue: true });
});
