import { expect, test } from 'vitest';
import { prefixCell, priceCellE4 } from './price-cells.ts';

test.each([
  ['0.0123', 123],
  ['1,25', 12_500],
  ['2', 20_000],
  ['0', 0],
  ['1.23E-2', 123],
  ['0.012300000000000001', 123],
  ['12345678.9', 123_456_789_000],
  ['0.00001', null],
  ['-1', null],
  ['1.2.3', null],
  ['', null],
  ['free', null],
])('[CC-11] a cell with %s is %s ten-thousandths', (text, e4) => {
  expect(priceCellE4(text)).toBe(e4);
});

test.each([
  ['52', '52'],
  ['+5255', '5255'],
  ['00491', '491'],
  ['1234567890123456', null],
  ['', null],
  ['5 2', null],
])('[CC-11] a cell with %s begins numbers with %s', (text, prefix) => {
  expect(prefixCell(text)).toBe(prefix);
});
