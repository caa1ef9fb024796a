import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignCustomers } from './assignment.ts';

const people = (...owners: (number | null)[]) => owners.map((ownerId, n) => ({ id: n + 1, ownerId }));

test('[TASK-01] customers go to whoever takes them, evenly, or to their own agent', () => {
  const workers = [
    { agentId: 7, open: 0 },
    { agentId: 8, open: 2 },
  ];
  const agents = (rule: 'pool' | 'evenly' | 'owner', ...owners: (number | null)[]) =>
    assignCustomers(rule, people(...owners), workers).map(({ agentId }) => agentId);
  expect(agents('pool', null, 8)).toEqual([null, null]);
  expect(agents('evenly', null, 8, null, null)).toEqual([7, 7, 7, 8]);
  expect(agents('owner', null, 8, null, 99)).toEqual([7, 8, 7, 7]);
  expect(assignCustomers('evenly', people(null), [])).toEqual([{ id: 1, agentId: null }]);
});

test('[TASK-01] evenly means that nobody who got work has two more than another', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 60 }),
      (open, count) => {
        const workers = open.map((has, n) => ({ agentId: n, open: has }));
        const given = assignCustomers('evenly', people(...Array<null>(count).fill(null)), workers);
        const got = open.map((has, n) => [has, given.filter(({ agentId }) => agentId === n).length] as const);
        const most = Math.max(...got.filter(([, more]) => more > 0).map(([has, more]) => has + more), 0);
        return given.length === count && got.every(([has, more]) => most === 0 || has + more >= most - 1);
      },
    ),
  );
});
