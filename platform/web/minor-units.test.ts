import { expect, test } from 'vitest';
import { minorText } from './minor-units.ts';

test.each([
  [1.25, 'USD', 'en-US', '$0.0125'],
  [100, 'USD', 'en-US', '$1.00'],
  [12.3456, 'MXN', 'es-MX', '$0.123456'],
  [7, 'JPY', 'en-US', '¥7'],
] as const)('%s of the smallest unit of %s is read in %s as %s', (amount, currency, language, read) => {
  expect(minorText(amount, currency, language)).toBe(read);
});
