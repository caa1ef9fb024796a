import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesSuite } from '#core/files/files.suite.ts';
import type { Files } from '#core/files/files.port.ts';
import { Failure } from '#shared/errors.ts';
import { diskFiles } from '../disk/disk-files.ts';
import { eitherFiles } from './either-files.ts';

const aPlace = () => diskFiles(mkdtempSync(join(tmpdir(), 'openseat-either-')));

filesSuite(() => eitherFiles(aPlace(), aPlace()));

const one = async function* (text: string) {
  yield Buffer.from(text);
};

async function wholeOf(files: Files, key: string): Promise<string | null> {
  const found = await files.get(key);
  if (!found) return null;
  let text = '';
  for await (const chunk of found.content) text += Buffer.from(chunk).toString();
  return text;
}

test('new files go to the first place, and both are read', async () => {
  const [first, second] = [aPlace(), aPlace()];
  const files = eitherFiles(first, second);
  await second.put('t1/old', one('old'));
  await files.put('t1/new', one('new'));
  expect([await wholeOf(files, 't1/old'), await wholeOf(files, 't1/new')]).toEqual(['old', 'new']);
  expect([await wholeOf(first, 't1/old'), await wholeOf(first, 't1/new')]).toEqual([null, 'new']);
  await files.remove('t1/old');
  expect(await wholeOf(second, 't1/old')).toBeNull();
});

test('a file that moves between two looks is found', async () => {
  const [first, second] = [aPlace(), aPlace()];
  await second.put('t1/a', one('moving'));
  const files = eitherFiles(first, {
    ...second,
    async get(key) {
      await first.put(key, one('moving'));
      await second.remove(key);
      return second.get(key);
    },
  });
  expect(await wholeOf(files, 't1/a')).toBe('moving');
});

test('while the first place is away the second is read, and what is in neither is away, not gone', async () => {
  const second = aPlace();
  await second.put('t1/a', one('here'));
  const away = () => Promise.reject(new Failure('filesAway'));
  const files = eitherFiles({ ...aPlace(), get: away }, second);
  expect(await wholeOf(files, 't1/a')).toBe('here');
  await expect(files.get('t1/b')).rejects.toMatchObject({ name: 'filesAway' });
});
