import { expect, test } from 'vitest';
import { maskPhone } from './phone-mask.ts';

test.each([
  ['525512345678', '52******5678'],
  ['+525512345678', '+52******5678'],
  ['14155550199', '1******0199'],
  ['35312345678', '3******5678'],
  ['5550199', '5****99'],
  ['911', '***'],
  ['', ''],
])('[SEC-01] %s is shown as %s', (number, shown) => {
  expect(maskPhone(number)).toBe(shown);
});

test('[SEC-01] at least half of every number is hidden, and its length stays', () => {
  for (let length = 3; length <= 20; length += 1) {
    const masked = maskPhone('52551234567890123456'.slice(0, length));
    expect(masked).toHaveLength(length);
    expect(masked.split('*').length - 1).toBeGreaterThanOrEqual(length / 2);
  }
});
