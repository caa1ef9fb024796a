import { expect, test } from 'vitest';
import { countries } from '#shared/countries.ts';
import { codeOfNumber, spokenNumber } from './spoken-number.ts';

test('numbers are written as people read them out', () => {
  expect(
    [
      ['525512345678', ''],
      ['5512345678', '52'],
      ['14155550814', ''],
      ['+525512345678', '1'],
      ['1000008', ''],
      ['anonymous', ''],
      ['', ''],
    ].map(([number, code]) => spokenNumber(number!, code!)),
  ).toEqual([
    '+52 55 1234 5678',
    '+52 55 1234 5678',
    '+1 415 555 0814',
    '+52 55 1234 5678',
    '1000008',
    'anonymous',
    '',
  ]);
});

test('the dialling code of every country is known without its table', () => {
  expect(countries.filter(({ code }) => codeOfNumber(`${code}55512345`) !== code)).toEqual([]);
});
