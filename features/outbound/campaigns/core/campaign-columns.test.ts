import { expect, test } from 'vitest';
import { guessForCampaign, wrongChoice } from './campaign-columns.ts';

const KEPT = 'column:';
const column = (at: number, title: string, guess: string | null) => ({ column: at, title, guess });

test('[TASK-01] the first number of a file is called, names and zones are known, the rest is kept under its title', () => {
  const columns = [
    column(0, 'Nombre', 'full_name'),
    column(1, 'Celular', 'phone'),
    column(2, 'Teléfono 2', 'phone'),
    column(3, 'Contrato', null),
    column(4, 'Etiquetas', 'tags'),
    column(5, '', null),
    column(6, 'Contrato', null),
  ];
  expect(guessForCampaign(columns, KEPT)).toEqual([
    { column: 0, field: 'full_name' },
    { column: 1, field: 'phone' },
    { column: 2, field: 'column:Teléfono 2' },
    { column: 3, field: 'column:Contrato' },
    { column: 4, field: 'column:Etiquetas' },
    { column: 5, field: null },
    { column: 6, field: null },
  ]);
});

test.each([
  [
    'a number and a title',
    [
      { column: 0, field: 'phone' },
      { column: 1, field: 'column:Contract' },
    ],
    null,
  ],
  ['a number of a country', [{ column: 0, field: 'phone:MX' }], null],
  ['no number', [{ column: 0, field: 'full_name' }], 'noPhone'],
  [
    'two numbers',
    [
      { column: 0, field: 'phone' },
      { column: 1, field: 'phone:MX' },
    ],
    'twice',
  ],
  [
    'a title twice',
    [
      { column: 0, field: 'column:A' },
      { column: 1, field: 'column:A' },
    ],
    'twice',
  ],
  [
    'a field of customers only',
    [
      { column: 0, field: 'phone' },
      { column: 1, field: 'tags' },
    ],
    'unknown',
  ],
  ['a title without a name', [{ column: 0, field: 'column:' }], 'unknown'],
  ['a column the file has not', [{ column: 2, field: 'phone' }], 'unknown'],
] as const)('[TASK-01] a choice of columns: %s', (_name, chosen, why) => {
  expect(wrongChoice(chosen, { columns: 2, kept: KEPT })).toBe(why);
});
