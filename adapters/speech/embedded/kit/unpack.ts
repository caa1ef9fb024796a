import { createReadStream, mkdirSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { KitError } from './kit-error.ts';

const BLOCK = 512;

/** Writes the files of a packed package that have a place into a folder, whatever their number and size, with little memory. */
export async function unpack(tarball: string, into: string, place: (path: string) => string | null): Promise<void> {
  let held: Buffer = Buffer.alloc(0);
  let file: { handle: FileHandle | null; left: number; padding: number } | null = null;
  try {
    for await (const chunk of createReadStream(tarball).pipe(createGunzip()) as AsyncIterable<Buffer>) {
      held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
      for (;;) {
        if (!file) {
          if (held.length < BLOCK) break;
          const entry = readHeader(held.subarray(0, BLOCK));
          held = held.subarray(BLOCK);
          if (entry)
            file = {
              handle: await handleFor(entry, into, place),
              left: entry.size,
              padding: (BLOCK - (entry.size % BLOCK)) % BLOCK,
            };
          continue;
        }
        if (file.left > 0) {
          const part = held.subarray(0, file.left);
          if (part.length === 0) break;
          await file.handle?.writeFile(part);
          file.left -= part.length;
          held = held.subarray(part.length);
          continue;
        }
        if (held.length < file.padding) break;
        held = held.subarray(file.padding);
        await file.handle?.close();
        file = null;
      }
    }
    if (file) throw new KitError('a package ends in the middle of a file');
  } finally {
    await file?.handle?.close().catch(() => undefined);
  }
}

interface Entry {
  path: string;
  size: number;
  isFile: boolean;
}

function readHeader(block: Buffer): Entry | null {
  if (block.every((byte) => byte === 0)) return null;
  const text = (from: number, length: number) => block.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const size = Number.parseInt(text(124, 12).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new KitError('a package is not readable');
  const [name, type, prefix] = [text(0, 100), text(156, 1), text(345, 155)];
  // The first folder is npm's own.
  return {
    path: (prefix === '' ? name : `${prefix}/${name}`).split('/').slice(1).join('/'),
    size,
    isFile: type === '0' || type === '',
  };
}

async function handleFor(
  { path, isFile }: Entry,
  into: string,
  place: (path: string) => string | null,
): Promise<FileHandle | null> {
  const target = isFile && !path.split('/').includes('..') ? place(path) : null;
  if (target === null) return null;
  const file = join(into, target);
  mkdirSync(dirname(file), { recursive: true });
  return open(file, 'w');
}
