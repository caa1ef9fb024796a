import { expect, test } from 'vitest';
import { easterOf, publicHolidays } from './public-holidays.ts';
import { countryRules } from './country-rules.ts';

test.each([
  // The earliest and the latest there can be, both exceptions of the rule, and years people remember.
  [1818, '1818-03-22'],
  [1943, '1943-04-25'],
  [1954, '1954-04-18'],
  [1981, '1981-04-19'],
  [2000, '2000-04-23'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('[TASK-03] Easter of %i is on %s', (year, day) => {
  expect(easterOf(year)).toBe(day);
});

const daysOf = (country: string, year: number): string[] => publicHolidays(country, year).map(({ date }) => date);

test('[TASK-03] France rests on its eleven days, of which three move with Easter', () => {
  expect(daysOf('FR', 2026)).toEqual([
    '2026-01-01',
    '2026-04-06',
    '2026-05-01',
    '2026-05-08',
    '2026-05-14',
    '2026-05-25',
    '2026-07-14',
    '2026-08-15',
    '2026-11-01',
    '2026-11-11',
    '2026-12-25',
  ]);
});

test('[TASK-03] what falls on a weekend in Australia is kept on the day it is taken instead as well', () => {
  // 2022: New Year on a Saturday, Christmas on a Sunday; 2021: Christmas on a Saturday; 2026: Boxing Day on a Saturday.
  expect(daysOf('AU', 2022)).toEqual(expect.arrayContaining(['2022-01-01', '2022-01-03', '2022-12-25', '2022-12-27']));
  expect(daysOf('AU', 2021)).toEqual(expect.arrayContaining(['2021-12-25', '2021-12-27', '2021-12-26', '2021-12-28']));
  expect(daysOf('AU', 2026)).toEqual(expect.arrayContaining(['2026-12-25', '2026-12-26', '2026-12-28', '2026-04-03']));
  expect(daysOf('AU', 2026)).not.toContain('2026-12-27');
});

test('[TASK-03] every country that asks for quiet on holidays has days of every year, in their order', () => {
  for (const { country } of countryRules.filter(({ closedOnHolidays }) => closedOnHolidays))
    for (let year = 2020; year < 2120; year += 1) {
      const days = daysOf(country, year);
      expect(days.length, country).toBeGreaterThan(6);
      expect(days).toEqual(days.toSorted());
      expect(days.every((day) => day.startsWith(`${year}-`))).toBe(true);
    }
  expect(publicHolidays('ZZ', 2026)).toEqual([]);
});
