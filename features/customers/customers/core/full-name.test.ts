import { expect, test } from 'vitest';
import { joinedName } from './full-name.ts';

test.each([
  ['Lucía', 'Hernández', 'Lucía Hernández'],
  ['伟明', '王', '王伟明'],
  ['민준', '김', '김민준'],
  ['Ana', '', 'Ana'],
  ['', ' 王 ', '王'],
  ['', '', ''],
  ['David', '王', 'David 王'],
])('[PHONE-20] %s and %s are called %s', (first, last, name) => {
  expect(joinedName(first, last)).toBe(name);
});
