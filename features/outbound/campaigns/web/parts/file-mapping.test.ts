import { expect, test } from 'vitest';
import { fileTrouble, fileWish, firstMapping } from './file-mapping.ts';

const columns = [
  { column: 0, title: 'Nombre', guess: 'full_name', samples: ['Lucía'] },
  { column: 1, title: 'Celular', guess: 'phone:MX', samples: ['55 1234 5678'] },
  { column: 2, title: 'Póliza', guess: null, samples: ['A-1'] },
  { column: 3, title: ' ', guess: null, samples: [] },
];

test('[TASK-01] a column nobody knows is kept under its title, one without a title is left out', () => {
  const draft = firstMapping(columns);
  expect(draft).toEqual({ 0: 'full_name', 1: 'phone', 2: 'column', 3: '' });
  expect(fileWish(4, columns, draft, 'MX')).toEqual({
    id: 4,
    country: 'MX',
    mapping: [
      { column: 0, field: 'full_name' },
      { column: 1, field: 'phone' },
      { column: 2, field: 'column:Póliza' },
      { column: 3, field: null },
    ],
  });
});

test('[TASK-01] a file without numbers, or with two columns for one field, cannot be checked', () => {
  expect(fileTrouble({ 0: 'full_name', 1: 'full_name' })).toEqual({ noNumber: true, twice: ['full_name'] });
  expect(fileTrouble({ 0: 'phone', 1: 'column', 2: 'column', 3: '' })).toEqual({ noNumber: false, twice: [] });
});
