import { mkdtempSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesSuite } from '#core/files/files.suite.ts';
import type { FilesKey } from '#core/files/files-keys.port.ts';
import { diskFiles } from '../disk/disk-files.ts';
import { PIECE_BYTES, SEALED_PIECE_BYTES } from './piece-format.ts';
import { sealedFiles } from './sealed-files.ts';

function aPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'openseat-sealed-'));
  const keys: FilesKey[] = [{ id: 1, secret: Buffer.alloc(32, 1) }];
  const damaged: string[] = [];
  const raw = diskFiles(folder);
  const open = () =>
    sealedFiles(raw, {
      keys: { newest: async () => keys.at(-1)!, find: async (id) => keys.find((one) => one.id === id) ?? null },
      damaged: (key) => damaged.push(key),
    });
  return { raw, open, files: open(), keys, damaged, pathOf: (key: string) => join(folder, key) };
}

filesSuite(() => aPlace().files);

const one = async function* (content: Uint8Array | string) {
  yield Buffer.from(content);
};

async function read(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const wholeOf = async (files: ReturnType<typeof aPlace>['files'], key: string) =>
  (await read((await files.get(key))!.content)).toString();

test('nothing of a file is where it lies', async () => {
  const { files, pathOf } = aPlace();
  await files.put('t1/a.osf', one('the number of the card is 4111'));
  expect(readFileSync(pathOf('t1/a.osf')).includes('4111')).toBe(false);
  expect(await wholeOf(files, 't1/a.osf')).toContain('4111');
});

test('files are sealed under the newest key, and those of before open still', async () => {
  const { files, keys, open } = aPlace();
  await files.put('t1/old', one('old'));
  keys.push({ id: 2, secret: Buffer.alloc(32, 2) });
  await files.put('t1/new', one('new'));
  expect([await wholeOf(files, 't1/old'), await wholeOf(files, 't1/new')]).toEqual(['old', 'new']);
  keys.shift();
  await expect(open().get('t1/old')).rejects.toMatchObject({ name: 'fileDamaged' });
});

test('a file of the days before is read as it is, where its name does not say that it was sealed', async () => {
  const { raw, files, damaged } = aPlace();
  for (const key of ['t1/plain', 't1/planted.osf']) await raw.put(key, one('as it is'));
  expect(await wholeOf(files, 't1/plain')).toBe('as it is');
  expect((await read((await files.get('t1/plain', { from: 3, to: 4 }))!.content)).toString()).toBe('it');
  await expect(files.get('t1/planted.osf')).rejects.toMatchObject({ name: 'fileDamaged' });
  await expect(files.get('t1/planted.osf', { from: 0, to: 1 })).rejects.toMatchObject({ name: 'fileDamaged' });
  expect(damaged).toEqual(['t1/planted.osf', 't1/planted.osf']);
});

const LONG = Buffer.alloc(PIECE_BYTES * 3 + 100, 'long ');

test.each([
  ['a byte that changed', (bytes: Buffer) => void (bytes[100]! ^= 1)],
  ['a header that changed', (bytes: Buffer) => void (bytes[20]! ^= 1)],
  [
    'pieces that changed places',
    (bytes: Buffer) => {
      const first = Buffer.from(bytes.subarray(32, 32 + SEALED_PIECE_BYTES));
      bytes.copy(bytes, 32, 32 + SEALED_PIECE_BYTES, 32 + 2 * SEALED_PIECE_BYTES);
      first.copy(bytes, 32 + SEALED_PIECE_BYTES);
    },
  ],
])('%s is told before anything is served', async (_what, damage) => {
  const { files, open, damaged, pathOf } = aPlace();
  await files.put('t1/a.osf', one(LONG));
  const bytes = readFileSync(pathOf('t1/a.osf'));
  damage(bytes);
  writeFileSync(pathOf('t1/a.osf'), bytes);
  await expect(open().get('t1/a.osf')).rejects.toMatchObject({ name: 'fileDamaged' });
  await expect(open().get('t1/a.osf', { from: 5, to: 9 })).rejects.toMatchObject({ name: 'fileDamaged' });
  expect(damaged.length).toBeGreaterThan(0);
});

test('what is damaged further behind breaks off there, and parts beside it are served', async () => {
  const { files, open, pathOf } = aPlace();
  await files.put('t1/a.osf', one(LONG));
  const bytes = readFileSync(pathOf('t1/a.osf'));
  bytes[32 + SEALED_PIECE_BYTES * 2 + 7]! ^= 1;
  writeFileSync(pathOf('t1/a.osf'), bytes);
  await expect(read((await open().get('t1/a.osf'))!.content)).rejects.toMatchObject({ name: 'fileDamaged' });
  expect(await read((await open().get('t1/a.osf', { from: 0, to: 9 }))!.content)).toHaveLength(10);
});

test('a file that was cut off, at whatever place, is damaged', async () => {
  for (const left of [10, 40, 32 + SEALED_PIECE_BYTES, 32 + SEALED_PIECE_BYTES * 3]) {
    const { files, open, pathOf } = aPlace();
    await files.put('t1/a.osf', one(LONG));
    truncateSync(pathOf('t1/a.osf'), left);
    const whole = async () => read((await open().get('t1/a.osf'))!.content);
    await expect(whole()).rejects.toMatchObject({ name: 'fileDamaged' });
  }
});

test('a file in the place of another is damaged', async () => {
  const { files, open, pathOf } = aPlace();
  await files.put('t1/a.osf', one('mine'));
  await files.put('t1/b.osf', one('another'));
  renameSync(pathOf('t1/b.osf'), pathOf('t1/a.osf'));
  await expect(open().get('t1/a.osf')).rejects.toMatchObject({ name: 'fileDamaged' });
});

test('a file that another process put anew is read by who remembers the old one', async () => {
  const { files, open } = aPlace();
  await files.put('t1/demo', one('first'));
  expect((await read((await files.get('t1/demo', { from: 0, to: 4 }))!.content)).toString()).toBe('first');
  await open().put('t1/demo', one('other'));
  expect((await read((await files.get('t1/demo', { from: 0, to: 4 }))!.content)).toString()).toBe('other');
});
