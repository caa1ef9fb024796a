import { expect, test } from 'vitest';
import { openTurns } from './turns.ts';

/** Frames by hand, and who acted in which. */
function frames(perFrame: number) {
  const [acted, frame] = [[] as string[], [] as (() => void)[]];
  const turns = openTurns(perFrame, (act) => frame.push(act));
  return {
    acted,
    take: (name: string) => turns.take(() => void acted.push(name)),
    waiting: () => frame.length,
    next: () => frame.splice(0).forEach((act) => act()),
  };
}

test('[CC-07] the first act at once, the others in the next frames in the order they came', () => {
  const { acted, take, next, waiting } = frames(2);
  for (const name of 'abcde') take(name);
  expect(acted.join('')).toBe('ab');
  next();
  expect(acted.join('')).toBe('abcd');
  next();
  expect(acted.join('')).toBe('abcde');
  next();
  expect(waiting()).toBe(0);
});

test('[CC-07] whoever is gone before the turn came is left out, and costs nobody a turn', () => {
  const { acted, take, next } = frames(2);
  take('a');
  take('b');
  const leave = take('c');
  take('d');
  take('e');
  leave();
  next();
  expect(acted.join('')).toBe('abde');
});

test('[CC-07] a new frame gives new turns, but not before those who wait', () => {
  const { acted, take, next } = frames(1);
  take('a');
  next();
  take('b');
  take('c');
  next();
  take('d');
  expect(acted.join('')).toBe('abc');
  next();
  expect(acted.join('')).toBe('abcd');
});
