import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWrittenNumber } from './own-number.ts';

test.each([
  ['+52 55 5000 0101', '', '525550000101'],
  ['0052 (55) 5000-0101', '', '525550000101'],
  ['tel:+1-415-555-0199', '', '14155550199'],
  ['+44 (0)20 7946 0000', '', '442079460000'],
  ['＋５２ ５５ ５０００ ０１０１', '', '525550000101'],
  ['55 5000 0101', 'MX', '525550000101'],
  ['020 555 0100', 'NL', '31205550100'],
  ['525550000101', 'MX', '525550000101'],
  ['+31 20 555 0100', 'MX', '31205550100'],
])('[CC-04] %s %s is kept as digits', (written, country, number) => {
  expect(readWrittenNumber(written, country)).toMatchObject({ is: 'number', number });
});

test.each([
  ['55 5000 0101', '', 'withoutCountry'],
  ['525550000101', '', 'withoutCountry'],
  ['212 555 1234', '', 'withoutCountry'],
  ['55 5000 0101', 'ZZ', 'withoutCountry'],
  ['', 'MX', 'wrong'],
  ['call me', 'MX', 'wrong'],
  ['+', '', 'wrong'],
  ['+52 55', '', 'wrong'],
  ['+999 123 456 789', '', 'wrong'],
  ['+52 55 5000 0101 99', '', 'wrong'],
  ['+52 55 5000 0101; drop table', '', 'wrong'],
  ['911', 'US', 'wrong'],
])('[CC-04] %s %s is refused: %s', (written, country, is) => {
  expect(readWrittenNumber(written, country)).toEqual({ is });
});

test('[CC-04] whatever is written, a number that is read is one to read again, and digits alone', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ()./-]{0,24}$/)),
      fc.constantFrom('', 'MX', 'US', 'NL', 'IT', 'ZZ'),
      (written, country) => {
        const read = readWrittenNumber(written, country);
        if (read.is !== 'number') return;
        expect(read.number).toMatch(/^\d{7,15}$/);
        expect(readWrittenNumber(`+${read.number}`)).toEqual(read);
      },
    ),
  );
});
