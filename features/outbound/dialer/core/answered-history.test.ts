import { expect, test } from 'vitest';
import { openHistory } from './answered-history.ts';
import { openAllowance } from './allowance.ts';

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];
const NOW = Date.UTC(2026, 10, 18, 18);

test('[TASK-03] what was answered is kept by stretches of time, and forgotten after a month', () => {
  const history = openHistory([{ atMs: NOW - 32 * DAY_MS, answered: 9, abandoned: 1 }], NOW);
  history.add(NOW, { answered: 1, abandoned: 0 });
  history.add(NOW + MINUTE_MS, { answered: 1, abandoned: 1 });
  history.add(NOW + 6 * MINUTE_MS, { answered: 1, abandoned: 0 });
  expect(history.all()).toEqual([
    { atMs: NOW, answered: 2, abandoned: 1 },
    { atMs: NOW + 6 * MINUTE_MS, answered: 1, abandoned: 0 },
  ]);
});

test('[TASK-03] a wall that was ahead by days and is set right loses no abandoned call, and counts the next ones', () => {
  const rule = { perMille: 30, longestRingMs: 30_000 };
  const history = openHistory([], NOW);
  // Told by a wall that was three days ahead.
  history.add(NOW + 3 * DAY_MS, { answered: 100, abandoned: 3 });
  history.shift(-3 * DAY_MS);
  history.add(NOW + MINUTE_MS, { answered: 1, abandoned: 1 });
  const allowance = openAllowance(rule, history.all());
  expect(allowance.counts(NOW + 2 * MINUTE_MS).rollingDay).toEqual({ answered: 101, abandoned: 4 });
  expect(allowance.left(NOW + 2 * MINUTE_MS)).toBe(0);
});

test('[TASK-03] stamps of a wall that was ahead when a process died count as of now', () => {
  expect(openHistory([{ atMs: NOW + 2 * DAY_MS, answered: 5, abandoned: 1 }], NOW).all()).toEqual([
    { atMs: NOW, answered: 5, abandoned: 1 },
  ]);
});
