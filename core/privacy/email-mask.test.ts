import { expect, test } from 'vitest';
import { maskEmail } from './email-mask.ts';

test.each([
  ['ana@mail.example', 'a***@***.example'],
  ['a@b', 'a***@***'],
  ['nobody', '***'],
  ['@x.example', '***'],
  ['', ''],
])('[SEC-01] the address %s is shown as %s', (address, shown) => {
  expect(maskEmail(address)).toBe(shown);
});
