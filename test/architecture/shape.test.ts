import { expect, test } from 'vitest';
import { functionsOver } from './functions.ts';
import { importCycles } from './import-cycles.ts';
import { openedInPlace } from './opened.ts';
import { filesInRings, forTestsAlone, longFunctions, withTheirInterface } from './shape-debts.ts';
import { sourceFiles } from './source-tree.ts';
import { unusedExports } from './unused-exports.ts';

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

test('what `open-x.ts` opens is said in `x.ts` or by a port, but for those listed', () => {
  const inPlace = folders.flatMap(sourceFiles).flatMap((file) => openedInPlace(file).map((name) => `${file}: ${name}`));
  expect(inPlace.sort()).toEqual(Object.keys(withTheirInterface).sort());
});

// Fakes of ports and `.fixture` files are for tests by their name.
test('nothing of the product is there for tests alone, but what is listed with its reason', { timeout: 60_000 }, () => {
  const isFake = (file: string) => /^adapters\/.*\/fake\//.test(file);
  const files = folders.flatMap(sourceFiles);
  const unused = unusedExports(
    files.filter((file) => !isFake(file)),
    // Commands of whoever runs the product read it as well.
    [...files.filter(isFake), 'vite.config.ts', ...sourceFiles('scripts/lib/exchange')],
  );
  expect(unused.sort()).toEqual(Object.keys(forTestsAlone).sort());
});
