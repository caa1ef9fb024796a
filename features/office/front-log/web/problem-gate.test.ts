import { expect, test } from 'vitest';
import { Failure } from '#shared/failure.ts';
import { problemGate, problemOf } from './problem-gate.ts';

test('[ADMIN-07] the same mistake is told once in ten minutes', () => {
  const gate = problemGate();
  const problem = { message: 'x', stack: '' };
  expect([0, 1, 599_999, 600_000].map((atMs) => gate.lets(problem, atMs))).toEqual([true, false, false, true]);
});

test('[ADMIN-07] a page tells ten mistakes a minute at most', () => {
  const gate = problemGate();
  const passed = Array.from({ length: 12 }, (_, number) =>
    gate.lets({ message: `mistake ${number}`, stack: '' }, number),
  );
  expect(passed.filter(Boolean)).toHaveLength(10);
  expect(gate.lets({ message: 'later', stack: '' }, 60_000)).toBe(true);
});

test('[ADMIN-07] what the product explains to the user itself is no mistake', () => {
  expect(problemOf(new Failure('nameTaken'))).toBeNull();
  expect(problemOf(Object.assign(new Error('aborted'), { name: 'AbortError' }))).toBeNull();
  expect(problemOf('ResizeObserver loop completed with undelivered notifications.')).toBeNull();
});

test('[ADMIN-07] a mistake is told by name, message and stack, cut to what the server takes', () => {
  const error = new TypeError('x'.repeat(5_000));
  error.stack = 'y'.repeat(9_000);
  const problem = problemOf(error)!;
  expect(problem.message).toMatch(/^TypeError: x+$/);
  expect([problem.message.length, problem.stack.length]).toEqual([2_000, 4_000]);
  expect(problemOf({ phone: '5551234' })).toEqual({ message: 'thrown: object', stack: '' });
});
