import { expect, test } from 'vitest';
import { handClock } from './clock.ts';

test('timers act at their moment, in their order, also those that others set', () => {
  const clock = handClock(1_000);
  const acted: string[] = [];
  const note = (name: string) => () => void acted.push(`${name} at ${clock.nowMs()}`);
  clock.after(300, note('late'));
  clock.after(100, () => {
    note('early')();
    clock.after(50, note('set on the way'));
  });
  const takeBack = clock.after(200, note('taken back'));
  takeBack();
  clock.turn(299);
  expect(acted).toEqual(['early at 1100', 'set on the way at 1150']);
  clock.turn(1);
  expect(acted.at(-1)).toBe('late at 1300');
  expect(clock.dueMs()).toBeNull();
});

test('after a leap what is due waits until it is let act, one by one', () => {
  const clock = handClock(0);
  const acted: number[] = [];
  for (const ms of [20, 10, 50]) clock.after(ms, () => void acted.push(ms));
  clock.leap(30);
  expect(acted).toEqual([]);
  expect([clock.actNext(), clock.actNext(), clock.actNext()]).toEqual([true, true, false]);
  expect(acted).toEqual([10, 20]);
  expect(clock.dueMs()).toBe(50);
});
