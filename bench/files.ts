import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskFiles } from '#adapters/files/disk/disk-files.ts';
import { openBucket } from '#adapters/files/s3/open-bucket.ts';
import { s3Files } from '#adapters/files/s3/s3-files.ts';
import { s3Server } from '#adapters/files/s3/s3-server.fixture.ts';
import { sealedFiles } from '#adapters/files/sealed/sealed-files.ts';
import type { Files } from '#core/files/files.port.ts';
import { dataFolder } from './product.ts';
import { median, print, type Figure } from './report.ts';

/*
 * Files sealed and kept, and read again, beside plain streams to and from the same disk; and what a player waits for a part of a recording.
 * By turns, so that what else the machine does weighs on both. The bucket is the one of our tests, in this process: its share is in the figure.
 */
const TURNS = Number(process.env['BENCH_TURNS'] ?? 5);
const MB = 1_048_576;
const SIZE = 256 * MB;
const PARTS = 200;

const folder = dataFolder();
const chunk = randomBytes(MB);
async function* content(bytes = SIZE): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes; at += MB) yield chunk;
}
async function readAll(source: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  for await (const piece of source) bytes += piece.byteLength;
  if (bytes === 0) throw new Error('nothing was read');
}
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

const key = { id: 1, secret: randomBytes(32) };
const parts = { keys: { newest: async () => key, find: async () => key }, damaged: () => {} };
const onDisk = sealedFiles(diskFiles(folder), parts);
const server = await s3Server();
const bucket = openBucket(server.account, { nowMs: () => Date.now() });
const far = s3Files({ bucket, prefix: '', nowMs: () => Date.now(), away: (problem) => console.error(problem) });
const inBucket = sealedFiles(far, parts);
const plainFile = join(folder, 'plain');

const taken = new Map<string, number[]>();
const note = (name: string, value: number): void => void taken.set(name, [...(taken.get(name) ?? []), value]);
const rate = (seconds: number, bytes = SIZE): number => bytes / MB / seconds;

async function partsOf(files: Files, bytes: number): Promise<number> {
  const seconds = await secondsOf(async () => {
    for (let n = 0; n < PARTS; n += 1) {
      const from = (n * 7_919_777) % (bytes - MB);
      await readAll((await files.get('t1/a', { from, to: from + 64_000 }))!.content);
    }
  });
  return (seconds * 1_000) / PARTS;
}

for (let turn = 0; turn < TURNS; turn += 1) {
  note(
    'plain write',
    rate(await secondsOf(() => pipeline(Readable.from(content()), createWriteStream(plainFile, { flush: true })))),
  );
  note('sealed write', rate(await secondsOf(() => onDisk.put('t1/a', content()))));
  note('plain read', rate(await secondsOf(() => readAll(createReadStream(plainFile)))));
  note('sealed read', rate(await secondsOf(async () => readAll((await onDisk.get('t1/a'))!.content))));
  note('part of the disk', await partsOf(onDisk, SIZE));
  note('bucket write', rate(await secondsOf(() => far.put('t1/plain', content(64 * MB))), 64 * MB));
  note('sealed bucket write', rate(await secondsOf(() => inBucket.put('t1/a', content(64 * MB))), 64 * MB));
  note('bucket read', rate(await secondsOf(async () => readAll((await far.get('t1/plain'))!.content)), 64 * MB));
  note(
    'sealed bucket read',
    rate(await secondsOf(async () => readAll((await inBucket.get('t1/a'))!.content)), 64 * MB),
  );
  note('part of the bucket', await partsOf(inBucket, 64 * MB));
}
bucket.close();
await server.stop();

const of = (name: string): number => median(taken.get(name)!);
const figures: Figure[] = [
  { bench: 'files sealed onto the disk', ours: of('sealed write'), reference: of('plain write'), unit: 'MB/s' },
  { bench: 'files read and opened', ours: of('sealed read'), reference: of('plain read'), unit: 'MB/s' },
  { bench: 'a part of 64 KB from the disk', ours: of('part of the disk'), reference: null, unit: 'ms' },
  { bench: 'files sealed into a bucket', ours: of('sealed bucket write'), reference: of('bucket write'), unit: 'MB/s' },
  { bench: 'files read from a bucket', ours: of('sealed bucket read'), reference: of('bucket read'), unit: 'MB/s' },
  { bench: 'a part of 64 KB from a bucket', ours: of('part of the bucket'), reference: null, unit: 'ms' },
];
print('Files', figures);
