import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billedSec, callCostE4, firstHold, nextHold, secondsOf, type MinutePrice } from './cost.ts';

const price = (firstSec: number, nextSec: number, minuteE4: number, setupE4 = 0): MinutePrice => ({
  firstSec,
  nextSec,
  minuteE4,
  setupE4,
});

test.each([
  ['60/60 by the second', price(60, 60, 123), 1, 123],
  ['60/60 at the end of a minute', price(60, 60, 123), 60, 123],
  ['60/60 a second later', price(60, 60, 123), 61, 246],
  ['6/6 within the first', price(6, 6, 600), 6, 60],
  ['6/6 by seven seconds', price(6, 6, 600), 7, 120],
  ['60/6 after the first minute', price(60, 6, 600), 61, 660],
  ['1/1 exactly', price(1, 1, 600), 61, 610],
  ['1/1 a half is rounded up', price(1, 1, 30), 1, 1],
  ['1/1 less than a half is nothing', price(1, 1, 29), 1, 0],
  ['a set-up beside', price(60, 60, 100, 50), 1, 150],
  ['a set-up alone', price(60, 60, 0, 50), 3_600, 50],
  ['of yen: 12 a minute', price(60, 60, 120_000), 61, 240_000],
  ['nobody answered', price(60, 60, 123, 50), 0, 0],
])('the cost of a call: %s', (_, ofMinute, seconds, e4) => {
  expect(callCostE4(ofMinute, seconds)).toBe(e4);
});

test('seconds that have begun count', () => {
  expect([0, 1, 999, 1_000, 1_001, -5].map(secondsOf)).toEqual([0, 1, 1, 1, 2, 0]);
});

const anyPrice = fc.record({
  firstSec: fc.integer({ min: 1, max: 3_600 }),
  nextSec: fc.integer({ min: 1, max: 3_600 }),
  minuteE4: fc.integer({ min: 0, max: 10_000_000 }),
  setupE4: fc.integer({ min: 0, max: 10_000_000 }),
});

test('what is held from the first moment on covers the cost of every second until it is used up', () => {
  fc.assert(
    fc.property(anyPrice, fc.integer({ min: 0, max: 20 }), (ofMinute, times) => {
      let { coveredSec, amountE4 } = firstHold(ofMinute);
      expect(coveredSec).toBeGreaterThanOrEqual(60);
      for (let time = 0; time < times; time += 1) {
        const more = nextHold(ofMinute, coveredSec);
        expect(more.coveredSec - coveredSec).toBeGreaterThanOrEqual(60);
        coveredSec = more.coveredSec;
        amountE4 += more.amountE4;
      }
      expect(billedSec(ofMinute, coveredSec)).toBe(coveredSec);
      expect(amountE4).toBe(callCostE4(ofMinute, coveredSec));
    }),
  );
});
