import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
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
  const wrong = globSync('features/*/*/server/migrations/*')
    .map((file) => basename(file))
    .filter((name) => !/^\d{4}-\d\d-\d\d-\d\d-[a-z0-9-]+\.sql$/.test(name));
  expect(wrong).toEqual([]);
});

test.runIf(existsSync('dist/web/assets'))('every built file of the pages parses', () => {
  execFileSync(process.execPath, [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'scripts/lib/parses.mjs',
    'dist/web',
  ]);
});
