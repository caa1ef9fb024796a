import { expect, test } from 'vitest';
import { numberPlace, rowNumber } from './row-number.ts';

const rows = (...lines: string[]) => lines.map((line) => line.split(','));

test.each([
  ['one column, as written at home', rows('5512345678', '5512345679'), 'MX', 0, '525512345678'],
  ['with the code of the country', rows('+52 55 1234 5678', '0052 55 1234 5679'), 'MX', 0, '525512345678'],
  ['area code and number apart', rows('202,5550143', '202,5550144'), 'US', 'together', '12025550143'],
  ['behind a name and a day', rows('Ana,20261101,081234567890', 'Eko,20261101,081234567891'), 'ID', 2, '6281234567890'],
  ['below a title', rows('number', '07700 900123', '07700 900124'), 'GB', 0, null],
] as const)('[TASK-01] a file of numbers: %s', (_, lines, country, place, first) => {
  expect(numberPlace(lines, country)).toBe(place);
  expect(rowNumber(lines[0]!, place, country)).toBe(first);
});

test('[TASK-01] a file without numbers has no place for them', () => {
  expect(numberPlace(rows('name,year', 'Ana,2026'), 'MX')).toBeNull();
  expect(numberPlace([], 'MX')).toBeNull();
});

test('[TASK-01] more digits than anybody has are no number', () => {
  expect(rowNumber(['+1 900 1234567'], 0, 'US')).toBe('19001234567');
  expect(rowNumber(['+1 900 1234567890123456'], 0, 'US')).toBeNull();
});
