import { expect, test } from 'vitest';
import { madeOnce, madeOncePer } from './made-once.ts';

test('nothing is made before it is asked for, and nothing twice', () => {
  let made = 0;
  const thing = madeOnce(() => ({ number: (made += 1) }));
  expect(made).toBe(0);
  expect(thing()).toBe(thing());
  expect(made).toBe(1);
});

test('each key has its own', () => {
  const made: string[] = [];
  const thing = madeOncePer((key: string) => ({ nth: made.push(key) }));
  expect([thing('a'), thing('b'), thing('a')].map(({ nth }) => nth)).toEqual([1, 2, 1]);
  expect(made).toEqual(['a', 'b']);
});
