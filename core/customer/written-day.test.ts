import { expect, test } from 'vitest';
import { readOrderedDay, type WrittenOrder } from './written-day.ts';

test.each<[string, WrittenOrder, string | null]>([
  ['03/04/2024', 'dayFirst', '2024-04-03'],
  ['03/04/2024', 'monthFirst', '2024-03-04'],
  ['03/04/2024', 'unknown', 'either'],
  ['13/04/2024', 'unknown', '2024-04-13'],
  ['13/04/2024', 'monthFirst', null],
  ['04/13/2024', 'dayFirst', null],
  ['05.05.2024', 'unknown', '2024-05-05'],
  ['31/02/2024', 'dayFirst', null],
  ['2024-03-04', 'unknown', '2024-03-04'],
  ['soon', 'dayFirst', null],
])('a day of a file is read by the order of its column and never guessed: %s, %s', (text, order, day) => {
  expect(readOrderedDay(text, order)).toBe(day);
});
