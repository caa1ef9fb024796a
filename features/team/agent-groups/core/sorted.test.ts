import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byNumber, findIn, firstOf, itemsOf, sizeOf, sortedBy, type Sorted } from './sorted.ts';

const numbers = sortedBy<number, number>((item) => item, byNumber);
const depth = (tree: Sorted<number>): number => (tree === null ? 0 : 1 + Math.max(depth(tree.less), depth(tree.more)));

test('a sorted collection is what a sorted list would be, after any puts and drops, and leaves the older ones alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 60 })), { maxLength: 200 }),
      fc.integer({ min: -1, max: 61 }),
      (steps, key) => {
        let tree: Sorted<number> = null;
        const list = new Set<number>();
        for (const [put, item] of steps) {
          const [before, was] = [tree, itemsOf(tree)];
          tree = put ? numbers.put(tree, item) : numbers.drop(tree, item);
          if (put) list.add(item);
          else list.delete(item);
          expect(itemsOf(before)).toEqual(was);
        }
        const sorted = [...list].sort(byNumber);
        expect(itemsOf(tree)).toEqual(sorted);
        expect(sizeOf(tree)).toBe(sorted.length);
        expect(firstOf(tree)).toBe(sorted[0]);
        expect(numbers.get(tree, key)).toBe(list.has(key) ? key : undefined);
        expect(numbers.countBefore(tree, key)).toBe(sorted.filter((item) => item < key).length);
        expect(findIn(tree, (item) => item > key)).toBe(sorted.find((item) => item > key));
      },
    ),
  );
});

test('it stays shallow, however its items come and go', () => {
  let tree: Sorted<number> = null;
  for (let item = 0; item < 10_000; item += 1) tree = numbers.put(tree, item);
  for (let item = 0; item < 9_000; item += 1) tree = numbers.drop(tree, item);
  expect(sizeOf(tree)).toBe(1_000);
  expect(depth(tree)).toBeLessThan(25);
});
