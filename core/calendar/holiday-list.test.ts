import { expect, test } from 'vitest';
import { readHolidays } from './holiday-list.ts';

test.each([
  ['2026-12-25 Christmas', '2026-12-25', 'Christmas'],
  ['12-25, Christmas Day', '12-25', 'Christmas Day'],
  ['25/12/2026;Navidad', '2026-12-25', 'Navidad'],
  ['2026/2/17\t春节', '2026-02-17', '春节'],
  ['02-29 Leap day', '02-29', 'Leap day'],
  ['"2026-01-01","New Year"', '2026-01-01', 'New Year'],
])('[CC-17] a pasted line %j is a holiday', (line, date, name) => {
  expect(readHolidays(line)).toEqual({ holidays: [{ date, name, hours: [] }], wrong: [] });
});

test('[CC-17] lines that are none are named, the others are kept, and a day comes once', () => {
  expect(readHolidays('date,name\n2026-02-30 Nothing\n\n2026-12-25\n12-24 Eve\n12-24 Christmas Eve')).toEqual({
    holidays: [{ date: '12-24', name: 'Christmas Eve', hours: [] }],
    wrong: ['date,name', '2026-02-30 Nothing', '2026-12-25'],
  });
});
