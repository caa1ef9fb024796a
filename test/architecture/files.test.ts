import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-tree.ts';

test('names say what is inside', () => {
  const vague = ['features', 'core', 'platform', 'adapters', 'apps', 'shared']
    .flatMap(sourceFiles)
    .filter((file) => /^(utils?|helpers?|common|misc|manager)\.tsx?$/.test(basename(file)));
  expect(vague).toEqual([]);
});

test('a migration sorts after the foundation and says what it does', () => {
  const wrong = globSync('features/*/*/server/migrations/{,*/}*.*')
    .map((file) => basename(file))
    .filter((name) => !/^\d{4}-\d\d-\d\d-\d\d-[a-z0-9-]+\.sql$/.test(name));
  expect(wrong).toEqual([]);
});

test('a function of the database is rewritten in its own file, not in a later migration', () => {
  const rewriting = globSync('{platform/server/db,features/*/*/server}/migrations/{,*/}*.sql')
    .filter((file) => /create or replace (function|procedure)/i.test(readFileSync(file, 'utf8')))
    .map((file) => basename(file))
    .sort();
  // From before functions had files.
  expect(rewriting).toEqual([
    '2026-11-15-41-ringtone.sql',
    '2026-11-15-45-customer-lookup-each.sql',
    '2026-11-15-73-chat-shut-out.sql',
    '2026-11-15-78-customer-imported.sql',
    '2026-11-15-79-chat-carried.sql',
    '2026-11-15-82-chat-stint.sql',
    '2026-11-15-83-chat-mention.sql',
  ]);
});

test.runIf(existsSync('dist/web/assets'))('every built file of the pages parses', () => {
  execFileSync(process.execPath, [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'scripts/lib/parses.mjs',
    'dist/web',
  ]);
});

test('what only tests need is named so, and the product never imports it', () => {
  const isForTests = (file: string) => /\.(test|fixture|suite)\.tsx?$/.test(file);
  const problems = ['features', 'core', 'platform', 'adapters', 'apps', 'shared', 'db']
    .flatMap(sourceFiles)
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)]
        .map(([, imported]) => imported!)
        .filter((imported) => imported === 'vitest' || imported.startsWith('#test/') || isForTests(imported))
        .map((imported) => `${file} imports ${imported}`),
    );
  expect(problems).toEqual([]);
});
