import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryKindNames, entryKinds, sidesOf } from './entry-kinds.ts';
import { amountText, decimalText, e4OfMinor, e4OfText, exactText, minorDigits, minorOfE4 } from './money.ts';

test('a currency has as many digits after the point as its smallest unit asks for', () => {
  expect(['USD', 'JPY', 'KWD'].map(minorDigits)).toEqual([2, 0, 3]);
});

test.each([
  [5, 'USD', '0.05'],
  [-1250, 'USD', '-12.50'],
  [700, 'JPY', '700'],
  [0, 'VND', '0'],
  [1, 'KWD', '0.001'],
])('[ADMIN-02] %i of %s is written %s', (minor, currency, text) => {
  expect(decimalText(minor, currency)).toBe(text);
});

test.each([
  [123, 'USD', '0.01', '0.0123'],
  [150, 'USD', '0.02', '0.015'],
  [149, 'USD', '0.01', '0.0149'],
  [-150, 'USD', '-0.02', '-0.015'],
  [12_300, 'USD', '1.23', '1.23'],
  [10_000, 'USD', '1.00', '1.00'],
  [5_000, 'JPY', '1', '0.5'],
  [4_999, 'JPY', '0', '0.4999'],
  [-4_999, 'JPY', '0', '-0.4999'],
  [7_000_000, 'JPY', '700', '700'],
])('[CC-11] %i ten-thousandths of %s are paid as %s and known as %s', (e4, currency, paid, exact) => {
  expect([amountText(e4, currency), exactText(e4, currency)]).toEqual([paid, exact]);
});

test.each([
  ['12.5', 125_000],
  ['-0.0001', -1],
  [' 3 ', 30_000],
  ['0', 0],
  ['-0', 0],
  ['1.23456', null],
  ['1,5', null],
  ['', null],
  ['1e3', null],
])('[CC-11] “%s” is read as %s', (text, e4) => {
  expect(e4OfText(text)).toBe(e4);
});

test('[CC-11] an amount survives being written and read, and smallest units survive being counted finer', () => {
  const amounts = fc.integer({ min: -900_000_000_000, max: 900_000_000_000 });
  fc.assert(
    fc.property(amounts, fc.constantFrom('USD', 'JPY', 'MXN', 'KWD'), (e4, currency) => {
      expect(e4OfText(exactText(e4, currency))).toBe(e4);
      expect(minorOfE4(e4OfMinor(e4, currency), currency)).toBe(e4);
      expect(Math.abs(e4OfMinor(minorOfE4(e4, currency), currency) - e4) * 2).toBeLessThanOrEqual(
        e4OfMinor(1, currency),
      );
    }),
  );
});

test('[CC-11] every entry is between the balance and one other account, and what a tenant uses is less for it', () => {
  for (const kind of entryKindNames) {
    const { debit, credit } = sidesOf(kind, 5);
    expect(
      [debit, credit].filter((side) => side === 'balance'),
      kind,
    ).toHaveLength(1);
    if (entryKinds[kind].turn === 'less') expect(debit).toBe('balance');
  }
  expect(sidesOf('correction', -7)).toEqual({ debit: 'balance', credit: 'correction', amountE4: 7 });
  expect(sidesOf('correction', 7)).toEqual({ debit: 'correction', credit: 'balance', amountE4: 7 });
  expect(() => sidesOf('call', -1)).toThrow(RangeError);
});
