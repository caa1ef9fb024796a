import { expect, test } from 'vitest';
import { noFigures } from './call-figures.ts';
import { groupsInTrouble } from './trouble.ts';

const group = (id: number, more: object) => ({ ...noFigures, id, ...more });

test('groups that lose callers or break promises are in trouble, the worst first', () => {
  const found = groupsInTrouble([
    group(1, { inbound: 9, answered: 9, served: 9, inTime: 9 }),
    group(2, { inbound: 10, answered: 10, served: 10, inTime: 7 }),
    group(3, { inbound: 5, answered: 2, served: 2, inTime: 2, lost: 3 }),
    group(4, {}),
    group(5, { inbound: 10, answered: 10, served: 10, inTime: 8 }),
  ]);
  expect(found.map(({ id }) => id)).toEqual([3, 2]);
});
