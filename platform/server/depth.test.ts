import { expect, test } from 'vitest';
import { isShallow } from './depth.ts';

const nested = (depth: number): unknown => JSON.parse('{"a":['.repeat(depth) + ']}'.repeat(depth));

test('what people and pages send is shallow, and what would cost a stack is told without one', () => {
  expect(isShallow({ list: [{ a: null, b: 'text' }] })).toBe(true);
  expect(isShallow(nested(50))).toBe(true);
  expect(isShallow(nested(51))).toBe(false);
  expect(isShallow(nested(100_000))).toBe(false);
});
