import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { PART, WORDS } from '#platform/web/fetch-together.ts';
import { together } from './together.ts';

const root = join(import.meta.dirname, '../../features');
const parts = Object.values(together).flatMap((group) => group.parts);
const words = Object.values(together).flatMap((group) => group.words);
const lists = globSync('*/*/web/{index,texts}.ts', { cwd: root }).map((list) => ({
  folder: dirname(list),
  code: readFileSync(join(root, list), 'utf8'),
}));
const addressesOf = (pattern: RegExp): string[] =>
  lists.flatMap(({ folder, code }) => [...code.matchAll(pattern)].map(([, path]) => posix.join(folder, path!)));

test('what travels together is what features list, each once', () => {
  const listed = addressesOf(PART);
  expect(parts.filter((part) => !listed.includes(part))).toEqual([]);
  const worded = addressesOf(WORDS);
  expect(words.filter((folder) => !worded.includes(folder))).toEqual([]);
  expect(new Set([...parts, ...words]).size).toBe(parts.length + words.length);
  expect(parts.filter((part) => !existsSync(join(root, part)))).toEqual([]);
});

test('whatever is drawn around every page travels with the rest of it', () => {
  const items = lists.flatMap(({ folder, code }) =>
    // An item of a header: its slot, then its part. What opens later says so by `isOpen`.
    [...code.matchAll(/\{[^{}]*?\bslot: '\w+'[^{}]*?\bitem: \(\) => import\('(\.\/[^']+)'\)[^{}]*?\}/g)].map(
      ([item, path]) => ({ part: posix.join(folder, path!), opensLater: /\bisOpen\b/.test(item) }),
    ),
  );
  // None was overlooked for the way it is written.
  expect(items).toHaveLength(lists.flatMap(({ code }) => code.match(/\bslot: '/g) ?? []).length);
  expect(items.filter(({ part, opensLater }) => !opensLater && !parts.includes(part))).toEqual([]);
});
