import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { eitherFiles } from '#adapters/files/either/either-files.ts';
import { openBucket } from '#adapters/files/s3/open-bucket.ts';
import { s3Files } from '#adapters/files/s3/s3-files.ts';
import { s3Server } from '#adapters/files/s3/s3-server.fixture.ts';
import { sealedFiles } from '#adapters/files/sealed/sealed-files.ts';
import type { FilesKey } from '#core/files/files-keys.port.ts';
import type { Files, FilesPlace } from '#core/files/files.port.ts';
import { carryFiles, type CarryParts } from './carry-files.ts';

const one = async function* (text: string) {
  yield Buffer.from(text);
};

async function keysOf(place: FilesPlace): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of place.keys()) keys.push(key);
  return keys.sort();
}

async function wholeOf(files: Files, key: string): Promise<string | null> {
  const found = await files.get(key);
  if (!found) return null;
  let text = '';
  for await (const chunk of found.content) text += Buffer.from(chunk).toString();
  return text;
}

/** A folder, a bucket and keys; `deleted` are the keys nothing is kept under. */
async function twoPlaces() {
  const server = await s3Server();
  onTestFinished(() => server.stop());
  const bucket = openBucket(server.account, { nowMs: () => Date.now(), pause: async () => {} });
  onTestFinished(() => bucket.close());
  const folderPath = mkdtempSync(join(tmpdir(), 'openseat-carry-'));
  const keys: FilesKey[] = [{ id: 1, secret: Buffer.alloc(32, 1) }];
  const sealedBy = {
    keys: { newest: async () => keys.at(-1)!, find: async (id: number) => keys.find((key) => key.id === id) ?? null },
    damaged: () => {},
  };
  const folder = diskFiles(folderPath);
  const far = s3Files({ bucket, prefix: '', nowMs: () => Date.now(), away: () => {} });
  const ends = {
    folder: { raw: folder, files: sealedFiles(folder, sealedBy) },
    s3: { raw: far, files: sealedFiles(far, sealedBy) },
  };
  const deleted = new Set<string>();
  const parts: CarryParts = {
    from: ends.folder,
    to: ends.s3,
    isKept: async (key) => !deleted.has(key),
    sealAnewUnder: null,
    say: () => {},
    nowMs: () => 0,
    isStopped: () => false,
  };
  return { server, folderPath, ends, keys, deleted, parts, product: eitherFiles(ends.s3.files, ends.folder.files) };
}

test('files move to the store and back, and are read all the while', async () => {
  const { ends, parts, product } = await twoPlaces();
  const names = Array.from({ length: 25 }, (_, n) => `t1/file-${n}.osf`);
  for (const name of names) await ends.folder.files.put(name, one(`content of ${name}`));
  await ends.folder.raw.put('t1/of-before', one('never sealed'));
  const seen = new Set<string | null>();
  const lines: string[] = [];
  const reads = async (key: string): Promise<boolean> => {
    seen.add((await wholeOf(product, names[3]!)) === `content of ${names[3]}` ? 'read' : 'not read');
    return key !== '';
  };
  const moved = await carryFiles({ ...parts, isKept: reads, say: (line) => lines.push(line) });
  expect(moved).toMatchObject({ moved: 26, unclaimed: 0, failed: [], isWhole: true });
  expect([...seen, lines]).toEqual(['read', ['26 files are to be moved.']]);
  expect([await keysOf(ends.folder.raw), (await keysOf(ends.s3.raw)).length]).toEqual([[], 26]);
  expect(await wholeOf(product, 't1/of-before')).toBe('never sealed');
  expect(await wholeOf(ends.s3.raw, 't1/of-before')).not.toContain('never sealed');
  const back = await carryFiles({ ...parts, from: ends.s3, to: ends.folder });
  expect([back.moved, await keysOf(ends.s3.raw), await wholeOf(ends.folder.files, names[7]!)]).toEqual([
    26,
    [],
    `content of ${names[7]}`,
  ]);
});

test('broken off it goes on where it was: nothing is lost, nothing moved twice', async () => {
  const { ends, parts, server } = await twoPlaces();
  for (let n = 0; n < 20; n += 1) await ends.folder.files.put(`t1/${n}`, one(`file ${n}`));
  let kept = 0;
  const first = await carryFiles({ ...parts, isStopped: () => kept++ >= 7 });
  expect([first.isWhole, first.moved]).toEqual([false, 7]);
  await server.stop();
  const away = await carryFiles(parts);
  expect([away.isWhole, away.moved, away.failed[0]?.why]).toEqual([false, 0, 'the store cannot be reached']);
  await server.again();
  expect(await carryFiles(parts)).toMatchObject({ isWhole: true, moved: 13 });
  expect([await keysOf(ends.folder.raw), (await keysOf(ends.s3.raw)).length]).toEqual([[], 20]);
});

test('what is deleted while it moves stays deleted, and what belongs to nothing is left alone', async () => {
  const { ends, parts, deleted } = await twoPlaces();
  await ends.folder.files.put('t1/going', one('x'));
  await ends.folder.files.put('t1/about-to-be', one('y'));
  deleted.add('t1/about-to-be');
  let asked = 0;
  const isKept = async (key: string): Promise<boolean> => (key === 't1/going' ? asked++ === 0 : parts.isKept(key));
  expect(await carryFiles({ ...parts, isKept })).toMatchObject({ unclaimed: 2, isWhole: true });
  expect([await keysOf(ends.s3.raw), await keysOf(ends.folder.raw)]).toEqual([[], ['t1/about-to-be', 't1/going']]);
});

test('a damaged file is told and left, and the others move', async () => {
  const { ends, parts, folderPath } = await twoPlaces();
  for (const key of ['t1/a.osf', 't1/b.osf']) await ends.folder.files.put(key, one(key));
  const bytes = readFileSync(join(folderPath, 't1/a.osf'));
  bytes[40]! ^= 1;
  writeFileSync(join(folderPath, 't1/a.osf'), bytes);
  expect(await carryFiles(parts)).toMatchObject({
    moved: 1,
    failed: [{ key: 't1/a.osf', why: 'it is damaged, and left as it is' }],
  });
  expect([await keysOf(ends.folder.raw), await keysOf(ends.s3.raw)]).toEqual([['t1/a.osf'], ['t1/b.osf']]);
});

test('after a rotation everything can be sealed anew where it lies', async () => {
  const { ends, parts, keys } = await twoPlaces();
  await ends.s3.files.put('t1/old', one('old'));
  await ends.s3.raw.put('t1/plain', one('plain'));
  keys.push({ id: 2, secret: Buffer.alloc(32, 2) });
  await ends.s3.files.put('t1/new', one('new'));
  expect(await carryFiles({ ...parts, sealAnewUnder: 2 })).toMatchObject({ sealed: 2, isWhole: true });
  keys.shift();
  const texts = ['t1/old', 't1/plain', 't1/new'].map((key) => wholeOf(ends.s3.files, key));
  expect(await Promise.all(texts)).toEqual(['old', 'plain', 'new']);
  expect(await carryFiles({ ...parts, sealAnewUnder: 2 })).toMatchObject({ sealed: 0 });
});
