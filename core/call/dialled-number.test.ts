import { expect, test } from 'vitest';
import { readDialled } from './dialled-number.ts';
import { countryOf, diallingCodeOf } from './number-country.ts';

const read = (to: string, code = ''): string => {
  const dialled = readDialled(to, code);
  if (dialled.is === 'number') return `${dialled.country} ${dialled.number}`;
  return `${dialled.is} ${dialled.is === 'emergency' ? dialled.number : dialled.why}`;
};

test.each([
  // A number of the country the call is for, with and without trunk prefix, code and plus.
  ['5512345678', '52', 'MX 525512345678'],
  ['015512345678', '52', 'MX 525512345678'],
  ['0445512345678', '52', 'MX 525512345678'],
  ['525512345678', '52', 'MX 525512345678'],
  ['+525512345678', '1', 'MX 525512345678'],
  ['00525512345678', '31', 'MX 525512345678'],
  ['01152 5512345678'.replace(' ', ''), '1', 'MX 525512345678'],
  ['+5215512345678', '', 'MX 525512345678'],
  ['525512345678', '', 'MX 525512345678'],
  ['4155550199', '1', 'US 14155550199'],
  ['14155550199', '1', 'US 14155550199'],
  ['0205550100', '31', 'NL 31205550100'],
  ['205550100', '+31', 'NL 31205550100'],
  ['0612345678', '39', 'IT 390612345678'],
  ['081234567890', '62', 'ID 6281234567890'],
  ['628123456789', '62', 'ID 628123456789'],
  ['55991234567', '55', 'BR 5555991234567'],
  ['13812345678', '86', 'CN 8613812345678'],
  // Neighbours that share a code.
  ['+14165550199', '', 'CA 14165550199'],
  ['+18765550199', '', 'JM 18765550199'],
  ['8765550199', '1', 'JM 18765550199'],
  ['+77012345678', '', 'KZ 77012345678'],
  ['+441534123456', '', 'JE 441534123456'],
  // No number.
  ['', '52', 'wrong characters'],
  ['55-1234', '52', 'wrong characters'],
  ['55#1234567', '52', 'wrong characters'],
  ['abc', '52', 'wrong characters'],
  ['+', '', 'wrong characters'],
  ['5'.repeat(21), '52', 'wrong tooLong'],
  ['12', '52', 'wrong tooShort'],
  ['551234567', '52', 'wrong wrongLength'],
  ['55123456789', '52', 'wrong wrongLength'],
  ['+5255123', '', 'wrong wrongLength'],
  ['+999123456', '', 'wrong noSuchCountry'],
  ['5512345678', '999', 'wrong noSuchCountry'],
  ['5512345678', '521', 'wrong noSuchCountry'],
  // Never called.
  // Calls for help, where people call so and everywhere.
  ['911', '52', 'emergency 911'],
  ['112', '', 'emergency 112'],
  ['066', '52', 'emergency 066'],
  ['110', '86', 'emergency 110'],
  ['120', '+86', 'emergency 120'],
  ['118', '62', 'emergency 118'],
  ['999', '44', 'emergency 999'],
  ['15', '33', 'emergency 15'],
  ['10111', '27', 'emergency 10111'],
  ['110', '52', 'barred service'],
  ['999', '', 'barred service'],
  ['+112', '', 'barred service'],
  ['+52911', '', 'barred service'],
  ['40404', '52', 'barred service'],
  ['9001234567', '1', 'barred premium'],
  ['+449061234567', '', 'barred premium'],
  ['+4409061234567', '', 'barred premium'],
  ['+44009061234567', '', 'barred premium'],
  ['+109001234567', '', 'barred premium'],
  ['00109001234567', '52', 'barred premium'],
  ['+5219001234567', '', 'barred premium'],
  ['+8821612345678', '', 'barred premium'],
  ['1234567', '', 'barred extension'],
])('[CALL-16] %s dialled for country "%s" is %s', (to, code, expected) => {
  expect(read(to, code)).toBe(expected);
});

test('[CALL-16] a number that was read is read the same again', () => {
  for (const number of [
    '525512345678',
    '14155550199',
    '31205550100',
    '390612345678',
    '6281234567890',
    '85212345678',
    '18765550199',
  ]) {
    expect(read(number)).toBe(`${countryOf(number)} ${number}`);
    expect(read(`+${number}`, '7')).toBe(`${countryOf(number)} ${number}`);
    expect(read(number, diallingCodeOf(number)!)).toBe(`${countryOf(number)} ${number}`);
  }
});
