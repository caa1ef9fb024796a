import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test('[DOWN-01] a name of 46 characters is shown whole', () => {
  const name = `${'a'.repeat(42)}.csv`;
  expect(name).toHaveLength(46);
  expect(shortName(name)).toBe(name);
});

test('[DOWN-01] a longer name keeps its first 35 and last 10 characters, with dots between', () => {
  expect(shortName(`${'a'.repeat(35)}12${'b'.repeat(6)}.csv`)).toBe(`${'a'.repeat(35)}...${'b'.repeat(6)}.csv`);
});

test('[DOWN-01] a name is counted and cut by characters, also those of two code units', () => {
  expect(shortName('😀'.repeat(46))).toBe('😀'.repeat(46));
  expect(shortName('😀'.repeat(47))).toBe(`${'😀'.repeat(35)}...${'😀'.repeat(10)}`);
});
