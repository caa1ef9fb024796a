import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openAllowance, type AnsweredCalls } from './allowance.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const rule = { perMille: 30, longestRingMs: 45_000 };
const utcDay = (nowMs: number) => {
  const startMs = Math.floor(nowMs / DAY) * DAY;
  return { startMs, endMs: startMs + DAY };
};
const after = (calls: AnsweredCalls, atMs = 1_000 * DAY + HOUR) => {
  const allowance = openAllowance({ ...rule, dayAt: utcDay });
  allowance.add(atMs, calls);
  return { allowance, nowMs: atMs };
};

test.each<[string, AnsweredCalls, number, number]>([
  ['before anybody answered only as many ring as agents are held', { answered: 0, abandoned: 0 }, 4, 4],
  ['32 answered calls pay for none', { answered: 32, abandoned: 0 }, 0, 0],
  ['the abandoned one counts as answered too: 33 are enough', { answered: 33, abandoned: 0 }, 0, 1],
  ['one paid for, and one for each held agent', { answered: 33, abandoned: 0 }, 3, 4],
  ['what was abandoned is spent', { answered: 34, abandoned: 1 }, 3, 3],
  ['a thousand pay for thirty, and those for more', { answered: 1_000, abandoned: 0 }, 0, 30],
  ['an allowance that others overdrew leaves one line per agent', { answered: 100, abandoned: 20 }, 5, 5],
])('[TASK-03] %s', (_, calls, held, most) => {
  const { allowance, nowMs } = after(calls);
  expect(allowance.mostRinging(nowMs, held)).toBe(most);
});

test.each<[string, number, number]>([
  ['within the day it counts', 10 * HOUR, 30],
  ['what rings over midnight has the next day, which has nothing yet', 23 * HOUR - 30_000, 0],
  ['a new day begins with nothing', 23 * HOUR + MINUTE, 0],
])('[TASK-03] the allowance of a calendar day: %s', (_, laterMs, left) => {
  const { allowance, nowMs } = after({ answered: 1_000, abandoned: 0 });
  expect(allowance.left(nowMs + laterMs)).toBe(left);
});

test('[TASK-03] answered calls stop paying before they are a day old, abandoned ones count until they are', () => {
  const allowance = openAllowance(rule);
  allowance.add(1_000 * DAY, { answered: 1_000, abandoned: 0 });
  allowance.add(1_000 * DAY + HOUR, { answered: 200, abandoned: 6 });
  expect(allowance.left(1_000 * DAY + 23 * HOUR)).toBe(30);
  expect(allowance.left(1_000 * DAY + 24 * HOUR - MINUTE)).toBe(0);
  expect(allowance.counts(1_000 * DAY + 25 * HOUR).rollingDay).toEqual({ answered: 0, abandoned: 6 });
  expect(allowance.counts(1_000 * DAY + 26 * HOUR).rollingDay).toEqual({ answered: 0, abandoned: 0 });
  expect(allowance.counts(1_000 * DAY + 26 * HOUR).month).toEqual({ answered: 1_200, abandoned: 6 });
});

test('[TASK-03] a bad day is remembered for thirty days', () => {
  const allowance = openAllowance({ ...rule, dayAt: utcDay });
  allowance.add(1_000 * DAY, { answered: 100, abandoned: 50 });
  allowance.add(1_002 * DAY, { answered: 1_000, abandoned: 0 });
  expect(allowance.left(1_002 * DAY + HOUR)).toBe(0);
  expect(allowance.mostRinging(1_002 * DAY + HOUR, 7)).toBe(7);
});

test('[TASK-03] held agents and ringing calls fit one another', () => {
  fc.assert(
    fc.property(fc.nat(3_000), fc.nat(60), fc.nat(80), (answered, abandoned, ringing) => {
      const { allowance, nowMs } = after({ answered, abandoned });
      const held = allowance.heldFor(nowMs, ringing);
      expect(allowance.mostRinging(nowMs, held)).toBeGreaterThanOrEqual(ringing);
      if (held > 0) expect(allowance.mostRinging(nowMs, held - 1)).toBeLessThan(ringing);
    }),
  );
});
