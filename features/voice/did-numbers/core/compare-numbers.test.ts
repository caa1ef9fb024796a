import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareNumbers } from './compare-numbers.ts';

const listed = (...numbers: string[]) => numbers.map((number) => ({ number, name: '' }));
const kept = (id: number, number: string, accountId: number | null) => ({ id, number, enabled: true, accountId });

test('[CC-04] new, gone, unchanged and in use elsewhere are told apart', () => {
  expect(
    compareNumbers(
      listed('1001', '1002', '1003', '1003'),
      [kept(1, '1001', null), kept(2, '1009', 7), kept(3, '1008', 8), kept(4, '1007', null)],
      new Set(['1002']),
      7,
    ),
  ).toEqual({
    fresh: listed('1003'),
    gone: [{ id: 2, number: '1009', enabled: true }],
    unchanged: 1,
    elsewhere: ['1002'],
  });
});

test('[CC-04] every number of the list is in one place, and nothing that is ours is offered again', () => {
  const number = fc.nat({ max: 30 }).map(String);
  fc.assert(
    fc.property(fc.array(number), fc.uniqueArray(number), fc.array(number), (list, mine, theirs) => {
      const ours = mine.map((one, at) => kept(at, one, at % 2 === 0 ? 7 : null));
      const elsewhere = new Set(theirs.filter((one) => !mine.includes(one)));
      const { fresh, gone, unchanged, elsewhere: others } = compareNumbers(listed(...list), ours, elsewhere, 7);
      expect(fresh.length + unchanged + others.length).toBe(new Set(list).size);
      expect(fresh.some((one) => mine.includes(one.number))).toBe(false);
      expect(gone.every((one) => mine.includes(one.number) && !list.includes(one.number))).toBe(true);
    }),
  );
});
