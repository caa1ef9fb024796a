import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { isFine, shippedPackages, troubles } from './licence-list.mjs';

test('everything that is shipped names a licence that fits', () => {
  const packages = shippedPackages(JSON.parse(readFileSync('package-lock.json', 'utf8')), process.cwd());
  expect(packages.length).toBeGreaterThan(100);
  expect(troubles(packages)).toEqual([]);
});

test('one of several is enough where one may choose, and all are needed where they hold together', () => {
  expect(['(MIT OR GPL-3.0)', 'MIT AND ISC', 'Apache-2.0'].map(isFine)).toEqual([true, true, true]);
  expect(['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN file'].map(isFine)).toEqual([false, false, false]);
});

test('what nobody says anything about is told by name; what only tests need is not shipped', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/plain': { version: '1.0.0', license: 'MIT' },
      'node_modules/a/node_modules/silent': { version: '2.0.0' },
      'node_modules/tool': { version: '3.0.0', license: 'GPL-3.0', dev: true },
    },
  };
  expect(troubles(shippedPackages(lock, '/nowhere'))).toEqual(['silent 2.0.0: says nothing about its licence']);
});
