import { mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesPlaceSuite } from '#core/files/files.suite.ts';
import { diskFiles } from './disk-files.ts';

const aFolder = (): string => mkdtempSync(join(tmpdir(), 'openseat-files-'));

filesPlaceSuite(() => diskFiles(aFolder()));

const one = async function* (text: string) {
  yield Buffer.from(text);
};

test('other people on the machine cannot read the files', async () => {
  const folder = aFolder();
  await diskFiles(folder).put('t1/a.txt', one('private'));
  expect(statSync(join(folder, 't1')).mode & 0o077).toBe(0);
  expect(statSync(join(folder, 't1/a.txt')).mode & 0o077).toBe(0);
});

test('what a killed process left half written is taken away once it is old, and is no file meanwhile', async () => {
  const folder = aFolder();
  const files = diskFiles(folder);
  await files.put('t1/a', one('kept'));
  const left = join(folder, 't1/b.arriving');
  writeFileSync(left, 'half');
  const keys: string[] = [];
  for await (const key of files.keys()) keys.push(key);
  expect([keys, await files.forgetUnfinished(3_600_000)]).toEqual([['t1/a'], 0]);
  utimesSync(left, 1, 1);
  expect([await files.forgetUnfinished(3_600_000), readdirSync(join(folder, 't1'))]).toEqual([1, ['a']]);
});
