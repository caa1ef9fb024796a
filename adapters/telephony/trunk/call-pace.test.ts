import { expect, test } from 'vitest';
import { CallPace } from './call-pace.ts';

test('calls are spread over the second; who would wait for more than three is refused', () => {
  const pace = new CallPace(2);
  expect([0, 0, 100, 2_000].map((nowMs) => pace.next(nowMs))).toEqual([0, 500, 900, 0]);
  const busy = new CallPace(10);
  const waits = Array.from({ length: 40 }, () => busy.next(0));
  expect(waits.filter((wait) => wait !== null)).toHaveLength(31);
  expect(busy.next(1_000)).toBe(2_100);
  expect(new CallPace(0).next(0)).toBeNull();
});
