import { expect, test } from 'vitest';
import { keepNewest } from './newest-kept.ts';

test('the newest stay; what is asked for or put again counts as new', () => {
  const gone: string[] = [];
  const kept = keepNewest<number, string>(2, (value) => gone.push(value));
  kept.set(1, 'one');
  kept.set(2, 'two');
  expect(kept.get(1)).toBe('one');
  kept.set(3, 'three');
  expect([kept.get(1), kept.get(2), kept.get(3)]).toEqual(['one', undefined, 'three']);
  kept.set(1, 'other');
  expect(gone).toEqual(['two', 'one']);
  kept.delete(1);
  expect(kept.get(1)).toBeUndefined();
});

test('however much is put in, no more is kept', () => {
  let left = 0;
  const kept = keepNewest<number, object>(20, () => (left += 1));
  for (let key = 0; key < 1_000; key += 1) kept.set(key, {});
  expect(left).toBe(980);
  expect(kept.get(979)).toBeUndefined();
  expect(kept.get(980)).toBeDefined();
});
