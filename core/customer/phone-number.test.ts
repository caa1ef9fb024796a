import { expect, test } from 'vitest';
import { keptNumber, lookedUpNumber } from './phone-number.ts';

test.each([
  ['+52 (55) 1234-5678', '', '525512345678', 'MX'],
  ['55 1234 5678', 'MX', '525512345678', 'MX'],
  ['0052 55 1234 5678', '', '525512345678', 'MX'],
  ['020 555 0123', 'NL', '31205550123', 'NL'],
  ['tel:+31205550123', '', '31205550123', 'NL'],
  ['+86 135 5555 0128', 'MX', '8613555550128', 'CN'],
  ['0812-5555-0123', 'ID', '6281255550123', 'ID'],
])('[CDP-01] %s of %s is kept as %s', (typed, country, number, iso2) => {
  expect(keptNumber(typed, country)).toEqual({ number, country: iso2 });
});

test.each(['', 'call me', '+', '12', '+52 55 1234 ext 5', '123456789012345678901234'])(
  '[CDP-01] %s is no number',
  (typed) => {
    expect(keptNumber(typed, 'MX')).toBeNull();
  },
);

test.each([
  ['52-5512345678', '525512345678'],
  ['525512345678', '525512345678'],
  ['31-0205550123', '31205550123'],
  ['-', null],
  ['', null],
])('[PHONE-20] %s looks %s up', (asked, number) => {
  expect(lookedUpNumber(asked)).toBe(number);
});
