import { expect, test } from 'vitest';
import { monthlyCharges } from './monthly-charges.ts';

const days = (count: number, times: number, priceE4: number) =>
  Array.from({ length: times }, () => ({ count, priceE4 }));

test('what was there the whole month costs its price, half of a month half of it', () => {
  expect(monthlyCharges(days(3, 30, 290_000), 30, 'thing')).toEqual([
    { count: 90, priceE4: 290_000, amountE4: 870_000 },
  ]);
  expect(monthlyCharges(days(1, 15, 290_000), 30, 'thing')).toEqual([
    { count: 15, priceE4: 290_000, amountE4: 145_000 },
  ]);
});

test('each day costs by the price of that day', () => {
  expect(monthlyCharges([...days(1, 10, 300_000), ...days(2, 21, 310_000)], 31, 'thing')).toEqual([
    { count: 10, priceE4: 300_000, amountE4: 96_774 },
    { count: 42, priceE4: 310_000, amountE4: 420_000 },
  ]);
});

test('storage counts by gigabytes, however small the part of one', () => {
  expect(monthlyCharges(days(2_500_000_000, 30, 1_000), 30, 'byte')).toEqual([
    { count: 75, priceE4: 1_000, amountE4: 2_500 },
  ]);
  expect(monthlyCharges(days(500_000, 30, 1_000), 30, 'byte')).toEqual([{ count: 0, priceE4: 1_000, amountE4: 1 }]);
  expect(monthlyCharges(days(400_000, 30, 1_000), 30, 'byte')).toEqual([]);
});

test('what costs nothing, or was not there, is not charged', () => {
  expect(monthlyCharges([...days(0, 30, 290_000), ...days(4, 30, 0)], 30, 'thing')).toEqual([]);
});
