import { expect, test } from 'vitest';
import { minorText, paidText, priceText } from './minor-units.ts';

test.each([
  [1.25, 'USD', 'en-US', '$0.0125'],
  [100, 'USD', 'en-US', '$1.00'],
  [12.3456, 'MXN', 'es-MX', '$0.123456'],
  [7, 'JPY', 'en-US', '¥7'],
] as const)('%s of the smallest unit of %s is read in %s as %s', (amount, currency, language, read) => {
  expect(minorText(amount, currency, language)).toBe(read);
});

test.each([
  [123, 'USD', '$0.01', '$0.0123'],
  [-12_345_600, 'USD', '-$1,234.56', '-$1,234.56'],
  [5_000, 'JPY', '¥1', '¥0.5'],
  [10_000, 'MXN', 'MX$1.00', 'MX$1.00'],
] as const)('%i ten-thousandths of %s are paid as %s and priced as %s', (e4, currency, paid, price) => {
  expect([paidText(e4, currency, 'en-US'), priceText(e4, currency, 'en-US')]).toEqual([paid, price]);
});
