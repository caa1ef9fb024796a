import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { Failure } from '#shared/errors.ts';
import { ZIP_FULL_16, ZIP_FULL_32, ZIP_WIDE_FIELD, ZipMark, ZipMethod } from './zip-format.ts';

/** One file of an archive. What is there already is given as bytes; what is still being written as pieces. */
export interface ZipEntry {
  /** With `/` between folders. */
  name: string;
  content: Uint8Array | AsyncIterable<Uint8Array>;
}

export interface ZipOptions {
  atMs: number;
  /** 1 is fast, 9 is small. */
  level?: number;
}

interface Written {
  name: Buffer;
  flags: number;
  crc: number;
  packed: number;
  bytes: number;
  offset: number;
}

const UTF8 = 0x0800;
const SIZES_FOLLOW = 0x0008;
/** A file without bytes: every pass through zlib takes a quarter of a megabyte, which thousands of them need not. */
const NOTHING_PACKED = deflateRawSync(new Uint8Array());

/** Writes an archive piece by piece (PKWARE's APPNOTE); as many entries and bytes as wished, each file below 4 GB. */
export async function* zip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  { atMs, level = 1 }: ZipOptions,
): AsyncGenerator<Uint8Array> {
  const time = dosTime(atMs);
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const whole = content instanceof Uint8Array ? packedWhole(content, level) : null;
    const entry: Written = {
      name: Buffer.from(name),
      flags: whole ? UTF8 : UTF8 | SIZES_FOLLOW,
      crc: 0,
      packed: whole?.length ?? 0,
      bytes: 0,
      offset,
    };
    if (content instanceof Uint8Array) {
      entry.crc = crc32(content);
      entry.bytes = content.length;
    }
    const head = localHead(entry, time);
    yield head;
    if (whole) yield whole;
    else {
      yield* packed(content as AsyncIterable<Uint8Array>, level, entry);
      // A reader of 32 bits could not say how long it is.
      if (entry.packed > ZIP_FULL_32 || entry.bytes > ZIP_FULL_32) throw new Failure('tooLarge');
      yield numbers([4, ZipMark.sizes], [4, entry.crc], [4, entry.packed], [4, entry.bytes]);
    }
    offset += head.length + entry.packed + (whole ? 0 : 16);
    written.push(entry);
  }
  const directory = Buffer.concat(written.map((entry) => centralHead(entry, time)));
  yield directory;
  yield ending(written.length, directory.length, offset);
}

const packedWhole = (content: Uint8Array, level: number): Uint8Array =>
  content.length === 0 ? NOTHING_PACKED : deflateRawSync(content, { level });

async function* packed(content: AsyncIterable<Uint8Array>, level: number, entry: Written): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level, chunkSize: 65_536 });
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      entry.crc = crc32(piece, entry.crc);
      entry.bytes += piece.length;
      yield piece;
    }
  }
  // What breaks on the way in is thrown by the reading below.
  const fed = pipeline(Readable.from(counted(), { objectMode: true, highWaterMark: 2 }), deflate).catch(() => {});
  for await (const piece of deflate as AsyncIterable<Uint8Array>) {
    entry.packed += piece.length;
    yield piece;
  }
  await fed;
}

type Field = [bytes: 2 | 4 | 8, value: number];

function numbers(...fields: Field[]): Buffer {
  const made = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) made.writeBigUInt64LE(BigInt(value), at);
    else made.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return made;
}

const VERSION = 20;
const VERSION_64 = 45;

function localHead({ name, flags, crc, packed: size, bytes }: Written, time: number): Buffer {
  return Buffer.concat([
    numbers(
      [4, ZipMark.file],
      [2, VERSION],
      [2, flags],
      [2, ZipMethod.deflated],
      [4, time],
      [4, crc],
      [4, size],
      [4, bytes],
      [2, name.length],
      [2, 0],
    ),
    name,
  ]);
}

function centralHead({ name, flags, crc, packed: size, bytes, offset }: Written, time: number): Buffer {
  const isFar = offset > ZIP_FULL_32;
  const extra = isFar ? numbers([2, ZIP_WIDE_FIELD], [2, 8], [8, offset]) : Buffer.alloc(0);
  const version = isFar ? VERSION_64 : VERSION;
  const head = numbers(
    [4, ZipMark.entry],
    [2, version],
    [2, version],
    [2, flags],
    [2, ZipMethod.deflated],
    [4, time],
    [4, crc],
    [4, size],
    [4, bytes],
    [2, name.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, isFar ? ZIP_FULL_32 : offset],
  );
  return Buffer.concat([head, name, extra]);
}

function ending(count: number, size: number, offset: number): Buffer {
  const isBig = count >= ZIP_FULL_16 || size >= ZIP_FULL_32 || offset >= ZIP_FULL_32;
  const big = isBig
    ? Buffer.concat([
        numbers(
          [4, ZipMark.end64],
          [8, 44],
          [2, VERSION_64],
          [2, VERSION_64],
          [4, 0],
          [4, 0],
          [8, count],
          [8, count],
          [8, size],
          [8, offset],
        ),
        numbers([4, ZipMark.locator64], [4, 0], [8, offset + size], [4, 1]),
      ])
    : Buffer.alloc(0);
  const few = Math.min(count, ZIP_FULL_16);
  return Buffer.concat([
    big,
    numbers(
      [4, ZipMark.end],
      [2, 0],
      [2, 0],
      [2, few],
      [2, few],
      [4, Math.min(size, ZIP_FULL_32)],
      [4, Math.min(offset, ZIP_FULL_32)],
      [2, 0],
    ),
  ]);
}

/** Two seconds are the finest it tells, and nothing before 1980. */
function dosTime(atMs: number): number {
  const at = new Date(Math.max(atMs, Date.UTC(1980, 0, 1)));
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
