import { expect, test } from 'vitest';
import { optionsFilter } from './options-filter.ts';

const option = (label: string) => ({ value: label, label });
const people = [
  { group: 'Sales', items: [option('Ana López'), option('Budi Santoso')] },
  { group: 'Care', items: [option('José Ángel López')] },
  option('Nobody'),
];

test('[CDP-03] fields with many choices find names without accents and in any order', () => {
  expect(optionsFilter({ options: people, search: 'lopez', limit: 9 })).toEqual([
    { group: 'Sales', items: [option('Ana López')] },
    { group: 'Care', items: [option('José Ángel López')] },
  ]);
  expect(optionsFilter({ options: people, search: 'LOPEZ jose', limit: 9 })).toEqual([
    { group: 'Care', items: [option('José Ángel López')] },
  ]);
  expect(optionsFilter({ options: people, search: '', limit: 2 })).toEqual([people[0]]);
});
