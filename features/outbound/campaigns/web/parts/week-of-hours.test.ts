import { expect, test } from 'vitest';
import { hoursOfWeek, weekOf } from './week-of-hours.ts';

test('hours of a campaign are shown by the day and kept by the hours', () => {
  const hours = [
    { weekdays: [1 as const, 2 as const], from: 540, to: 780 },
    { weekdays: [2 as const], from: 840, to: 1_440 },
  ];
  expect(weekOf(hours)).toEqual([
    { day: 1, from: 540, to: 780 },
    { day: 2, from: 540, to: 780 },
    { day: 2, from: 840, to: 1_440 },
  ]);
  expect(hoursOfWeek(weekOf(hours))).toEqual(hours);
  expect(hoursOfWeek([{ day: 7, from: 60, to: 0 }])).toEqual([{ weekdays: [7], from: 60, to: 1_440 }]);
});
