import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownFailures } from './known-failures.ts';
import { partFor } from './part-texts.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const keysOf = (words: string, file: string) =>
  Object.keys(JSON.parse(partFor(`/${words}/en-US.ts`, `/${file}`, read(file)) ?? read(file)) as object);

const failuresOf = (words: string) =>
  keysOf(words, 'shared/text/en-US.json')
    .filter((key) => key.startsWith('error.'))
    .toSorted();

test('the first words of a page say what is said when nothing can be fetched, and no other failure', () => {
  expect(failuresOf('platform/web/words')).toEqual(['error.captchaRequired', 'error.unavailable', 'error.unexpected']);
  expect(keysOf('platform/web/words', 'shared/text/en-US.json')).toContain('notice.networkReconnecting');
});

test('the sign-in page says by itself why a session is over, and whatever else is known without the table of failures', () => {
  expect(failuresOf('features/team/account/web/outside/words')).toEqual(
    ['unexpected', ...Object.keys(knownFailures)].map((name) => `error.${name}`).toSorted(),
  );
});

test('whatever else asks for a file of texts has it whole', () => {
  expect(partFor('/platform/web/failures.ts', '/shared/text/en-US.json', '{}')).toBeNull();
});

test('the sign-in page has every word it says', () => {
  const outside = 'features/team/account/web/outside';
  const has = new Set(
    ['shared/text', 'platform/web/text', 'features/team/account/web/text'].flatMap((folder) =>
      keysOf(`${outside}/words`, `${folder}/en-US.json`),
    ),
  );
  const first = ['index', 'login', 'parts', 'page-choices', 'demo-box', 'link'].map((name) => `${outside}/${name}.tsx`);
  const usedKeys = [...first, ...globSync('platform/web/lazy-part.ts', { cwd: root })].flatMap((file) =>
    Array.from(read(file).matchAll(/\bt(?:ext)?\(\s*(?:[^'()]*\? )?'([\w.-]+)'(?: : '([\w.-]+)')?/g), ([, ...keys]) =>
      keys.filter((key) => key !== undefined),
    ).flat(),
  );
  expect(usedKeys.length).toBeGreaterThan(15);
  expect(usedKeys.filter((key) => !has.has(key))).toEqual([]);
});
