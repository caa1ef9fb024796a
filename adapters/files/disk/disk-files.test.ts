import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesSuite } from '#core/files/files.suite.ts';
import { diskFiles } from './disk-files.ts';

const aFolder = (): string => mkdtempSync(join(tmpdir(), 'openseat-files-'));

filesSuite(() => diskFiles(aFolder()));

test('other people on the machine cannot read the files', async () => {
  const folder = aFolder();
  await diskFiles(folder).put(
    't1/a.txt',
    (async function* () {
      yield Buffer.from('private');
    })(),
  );
  expect(statSync(join(folder, 't1')).mode & 0o077).toBe(0);
  expect(statSync(join(folder, 't1/a.txt')).mode & 0o077).toBe(0);
});
