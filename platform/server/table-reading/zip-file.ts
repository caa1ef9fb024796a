import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { ZIP_FULL_16, ZIP_FULL_32, ZIP_WIDE_FIELD, ZipMark, ZipMethod } from '../zip-format.ts';
import { Unreadable } from './unreadable.ts';

/** A file inside a zip archive. */
interface ZipEntry {
  method: number;
  packed: number;
  /** Once unpacked, as the archive says. */
  bytes: number;
  /** Of its local header. */
  at: number;
}

const END_BYTES = 22;
const COMMENT_MOST = ZIP_FULL_16;
const DIRECTORY_MOST = 16 * 1024 * 1024;

/** The files of an archive by their names (PKWARE APPNOTE 4.3, with the 64 bit fields), to be read one by one. */
export async function openZip(
  path: string,
): Promise<{ entries: ReadonlyMap<string, ZipEntry>; read(name: string): AsyncIterable<Buffer> | null }> {
  const handle = await open(path);
  let entries: Map<string, ZipEntry>;
  try {
    entries = await readDirectory(handle);
  } finally {
    await handle.close();
  }
  return {
    entries,
    read(name) {
      const entry = entries.get(name);
      return entry ? unpacked(path, entry) : null;
    },
  };
}

async function bytesAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

async function readDirectory(handle: FileHandle): Promise<Map<string, ZipEntry>> {
  const { size } = await handle.stat();
  const tail = await bytesAt(
    handle,
    Math.max(0, size - END_BYTES - COMMENT_MOST),
    Math.min(size, END_BYTES + COMMENT_MOST),
  );
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== ZipMark.end) end -= 1;
  if (end < 0) throw new Unreadable('importUnreadable');
  let [length, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (
    (at === ZIP_FULL_32 || length === ZIP_FULL_32) &&
    end >= 20 &&
    tail.readUInt32LE(end - 20) === ZipMark.locator64
  ) {
    const wide = await bytesAt(handle, Number(tail.readBigUInt64LE(end - 12)), 56);
    if (wide.length < 56 || wide.readUInt32LE(0) !== ZipMark.end64) throw new Unreadable('importUnreadable');
    [length, at] = [Number(wide.readBigUInt64LE(40)), Number(wide.readBigUInt64LE(48))];
  }
  if (length > DIRECTORY_MOST) throw new Unreadable('importUnreadable');
  const directory = await bytesAt(handle, at, length);
  const entries = new Map<string, ZipEntry>();
  for (let place = 0; place + 46 <= directory.length && directory.readUInt32LE(place) === ZipMark.entry;) {
    const [nameLength, extraLength, commentLength] = [
      directory.readUInt16LE(place + 28),
      directory.readUInt16LE(place + 30),
      directory.readUInt16LE(place + 32),
    ];
    const name = directory
      .toString('utf8', place + 46, place + 46 + nameLength)
      .replaceAll('\\', '/')
      .replace(/^\//, '');
    const entry = {
      method: directory.readUInt16LE(place + 10),
      packed: directory.readUInt32LE(place + 20),
      bytes: directory.readUInt32LE(place + 24),
      at: directory.readUInt32LE(place + 42),
    };
    widen(entry, directory.subarray(place + 46 + nameLength, place + 46 + nameLength + extraLength));
    entries.set(name, entry);
    place += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** Sizes and places that did not fit 32 bits stand in an extra field, in this order. */
function widen(entry: ZipEntry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP_WIDE_FIELD) continue;
    let place = at + 4;
    for (const key of ['bytes', 'packed', 'at'] as const) {
      if (entry[key] !== ZIP_FULL_32 || place + 8 > extra.length) continue;
      entry[key] = Number(extra.readBigUInt64LE(place));
      place += 8;
    }
  }
}

async function* unpacked(path: string, { method, packed, at }: ZipEntry): AsyncGenerator<Buffer> {
  if (method !== ZipMethod.stored && method !== ZipMethod.deflated) throw new Unreadable('importUnreadable');
  const handle = await open(path);
  let start: number;
  try {
    const head = await bytesAt(handle, at, 30);
    if (head.length < 30) throw new Unreadable('importUnreadable');
    start = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  } finally {
    await handle.close();
  }
  if (packed === 0) return;
  const source = createReadStream(path, { start, end: start + packed - 1, highWaterMark: 256 * 1024 });
  if (method === ZipMethod.stored) return yield* source as AsyncIterable<Buffer>;
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
  source.on('error', (problem) => inflate.destroy(problem));
  source.pipe(inflate);
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } catch {
    throw new Unreadable('importUnreadable');
  } finally {
    source.destroy();
    inflate.destroy();
  }
}
