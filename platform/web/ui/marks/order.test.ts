import { expect, test } from 'vitest';
import { moved, stepsOf } from './order.ts';

test('one of a list moves to another place, and the rest closes up', () => {
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
});

test('the first has no way up and the last no way down', () => {
  const asked: [number, number][] = [];
  const [first, middle, last] = [0, 1, 2].map((place) => stepsOf(place, 3, (...move) => void asked.push(move)));
  expect([first!.onUp, last!.onDown]).toEqual([null, null]);
  middle!.onUp?.();
  middle!.onDown?.();
  expect(asked).toEqual([
    [1, 0],
    [1, 2],
  ]);
});
