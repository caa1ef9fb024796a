import { inflateRawSync, crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unzipped } from './zip.fixture.ts';
import { zip, type ZipEntry } from './zip.ts';

const AT = Date.UTC(2026, 10, 15, 12, 30, 8);
const archive = async (entries: Iterable<ZipEntry>): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of zip(entries, { atMs: AT })) pieces.push(piece);
  return Buffer.concat(pieces);
};
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('files come out as they went in, those in pieces too', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          name: fc.stringMatching(/^[a-zñ客/]{1,20}$/),
          bytes: fc.uint8Array({ maxLength: 3_000 }),
          size: fc.option(fc.integer({ min: 1, max: 700 })),
        }),
        { maxLength: 6 },
      ),
      async (files) => {
        const made = await archive(
          files.map(({ name, bytes, size }) => ({ name, content: size === null ? bytes : inPieces(bytes, size) })),
        );
        expect(unzipped(made).map(({ name, content }) => [name, content.toString('hex')])).toEqual(
          files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex')]),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('a directory says where each file begins, how long it is and when it was made', async () => {
  const bytes = Buffer.from('hello hello hello');
  const made = await archive([{ name: 'a.txt', content: inPieces(bytes, 4) }]);
  const at = made.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  expect(made.readUInt32LE(at + 16)).toBe(crc32(bytes));
  expect(made.readUInt16LE(at + 12)).toBe((12 << 11) | (30 << 5) | 4);
  expect(made.readUInt16LE(at + 14)).toBe((46 << 9) | (11 << 5) | 15);
  expect(inflateRawSync(made.subarray(30 + 5, 30 + 5 + made.readUInt32LE(at + 20))).toString()).toBe(
    'hello hello hello',
  );
});

test('more entries than the old directory can count are there', { timeout: 90_000 }, async () => {
  const made = await archive(
    (function* () {
      for (let n = 0; n < 65_600; n += 1) yield { name: `f${n}`, content: new Uint8Array() };
    })(),
  );
  expect(made.readUInt16LE(made.length - 12)).toBe(0xffff);
  const big = made.lastIndexOf(Buffer.from([0x50, 0x4b, 6, 6]));
  expect(Number(made.readBigUInt64LE(big + 32))).toBe(65_600);
});

test('a file that breaks on the way breaks the archive', async () => {
  const broken = async function* () {
    yield Buffer.from('half');
    throw new Error('the disk is gone');
  };
  await expect(archive([{ name: 'a', content: broken() }])).rejects.toThrow('the disk is gone');
});

test('whoever stops reading stops the files', async () => {
  let isClosed = false;
  const endless = async function* () {
    try {
      for (;;) yield Buffer.alloc(100_000, Math.random().toString());
    } finally {
      isClosed = true;
    }
  };
  for await (const piece of zip([{ name: 'a', content: endless() }], { atMs: AT })) if (piece.length > 100) break;
  await expect.poll(() => isClosed).toBe(true);
});
