import { expect, test } from 'vitest';
import { columnDays } from './day-order.ts';

test.each<[string, string[], ReturnType<typeof columnDays>]>([
  ['no days', ['Ana', '', '2024-03-04'], null],
  [
    'a day that is no month',
    ['03/04/2024', '13/04/2024'],
    { order: 'dayFirst', examples: ['03/04/2024', '13/04/2024'] },
  ],
  [
    'a month that is no day',
    ['03-04-2024', '04-23-2024'],
    { order: 'monthFirst', examples: ['03-04-2024', '04-23-2024'] },
  ],
  [
    'nothing tells',
    ['03/04/2024', '03/04/2024', '5.6.2023'],
    { order: 'either', examples: ['03/04/2024', '5.6.2023'] },
  ],
  ['both at once', ['13/04/2024', '04/13/2024'], { order: 'either', examples: ['13/04/2024', '04/13/2024'] }],
  ['the same day in both orders', ['05/05/2024'], { order: 'dayFirst', examples: ['05/05/2024'] }],
])('whether a column of days says which of day and month comes first: %s', (_, values, found) => {
  expect(columnDays(values)).toEqual(found);
});
