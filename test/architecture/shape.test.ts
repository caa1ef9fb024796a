import { expect, test } from 'vitest';
import { functionsOver } from './functions.ts';
import { importCycles } from './import-cycles.ts';
import { filesInRings, longFunctions } from './shape-debts.ts';
import { sourceFiles } from './source-tree.ts';

const folders = ['shared', 'core', 'platform', 'adapters', 'features', 'apps', 'db'];

test('no function has more than 120 lines, but those listed', { timeout: 60_000 }, () => {
  const long = folders
    .flatMap(sourceFiles)
    .flatMap((file) => functionsOver(120, file).map(({ name }) => `${file}: ${name}`));
  expect(long.sort()).toEqual(Object.keys(longFunctions).sort());
});

test('no files import one another in a ring, types included, but those listed', { timeout: 60_000 }, () => {
  expect(importCycles(folders).flat().sort()).toEqual(filesInRings.toSorted());
});
