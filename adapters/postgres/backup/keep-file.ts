import { open } from 'node:fs/promises';
import type { BackupEntry } from '#core/backup/backup-manifest.ts';
import type { ObjectStore } from './object-store.ts';

/** Big files are cut at these places: one that only grows shares all but its last piece with the backup before. */
export const PIECE_BYTES = 16 * 1_048_576;
/** Smaller ones of the database go together: a thousand files need not be synced one by one. */
const SMALL_BYTES = 1_048_576;

export interface Keeping {
  objects: ObjectStore;
  add(entry: BackupEntry): void;
  /** So many bytes were read, and so many more lie on the disk. */
  kept(read: number, added: number): void;
}

/** Keeps one file by itself. Null when it went away meanwhile. */
export async function keepFile(
  { objects, kept }: Pick<Keeping, 'objects' | 'kept'>,
  path: string,
  squeezed: boolean,
): Promise<Pick<BackupEntry, 'bytes' | 'pieces'> | null> {
  const file = await open(path, 'r').catch(unlessGone);
  if (!file) return null;
  try {
    const pieces: BackupEntry['pieces'] = [];
    let bytes = 0;
    for (;;) {
      const piece = await readPiece(file, bytes);
      if (piece.length === 0) break;
      const { name, addedBytes } = await objects.put(piece, { squeezed });
      pieces.push([name, 0, piece.length]);
      bytes += piece.length;
      kept(piece.length, addedBytes);
      if (piece.length < PIECE_BYTES) break;
    }
    return { bytes, pieces };
  } finally {
    await file.close();
  }
}

/** Keeps files of the database: big ones by themselves, small ones many together. */
export function openBundle(keeping: Keeping) {
  const { objects, add, kept } = keeping;
  let waiting: { path: string; content: Buffer }[] = [];
  let waitingBytes = 0;

  async function send(): Promise<void> {
    const sent = waiting;
    waiting = [];
    waitingBytes = 0;
    if (sent.length === 0) return;
    const whole = Buffer.concat(sent.map(({ content }) => content));
    const { name, addedBytes } = whole.length > 0 ? await objects.put(whole, { squeezed: true }) : noBytes;
    kept(whole.length, addedBytes);
    let from = 0;
    for (const { path, content } of sent) {
      add({ path, bytes: content.length, pieces: content.length > 0 ? [[name, from, content.length]] : [] });
      from += content.length;
    }
  }

  const addSmall = async (path: string, content: Buffer): Promise<void> => {
    if (waitingBytes + content.length > PIECE_BYTES) await send();
    waiting.push({ path, content });
    waitingBytes += content.length;
  };

  return {
    addSmall,
    /** Does nothing when it went away meanwhile: what it held is in the log. */
    async addFile(path: string, from: string, expectedBytes: number): Promise<void> {
      if (expectedBytes >= SMALL_BYTES) {
        const found = await keepFile(keeping, from, true);
        if (found) add({ path, ...found });
        return;
      }
      const file = await open(from, 'r').catch(unlessGone);
      if (!file) return;
      try {
        await addSmall(path, await file.readFile());
      } finally {
        await file.close();
      }
    },
    /** Small ones go with the others. */
    async addStream(path: string, content: AsyncIterable<Buffer>): Promise<void> {
      const begun: Buffer[] = [];
      let bytes = 0;
      const pieces = content[Symbol.asyncIterator]();
      while (bytes < SMALL_BYTES) {
        const next = await pieces.next();
        if (next.done) return addSmall(path, Buffer.concat(begun));
        begun.push(next.value);
        bytes += next.value.length;
      }
      add({ path, ...(await keepStream(keeping, begun, { [Symbol.asyncIterator]: () => pieces })) });
    },
    addFolder: (path: string): void => add({ path: `${path}/`, bytes: 0, pieces: [] }),
    send,
  };
}
export type Bundle = ReturnType<typeof openBundle>;

const noBytes = { name: '', addedBytes: 0 };

/** Keeps what a stream gives after what it gave already, cut into pieces. */
async function keepStream(
  { objects, kept }: Pick<Keeping, 'objects' | 'kept'>,
  begun: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<Pick<BackupEntry, 'bytes' | 'pieces'>> {
  const pieces: BackupEntry['pieces'] = [];
  let bytes = 0;
  let waiting = [...begun];
  let waitingBytes = begun.reduce((sum, { length }) => sum + length, 0);
  const send = async (): Promise<void> => {
    if (waitingBytes === 0) return;
    const piece = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    const { name, addedBytes } = await objects.put(piece, { squeezed: true });
    pieces.push([name, 0, piece.length]);
    bytes += piece.length;
    kept(piece.length, addedBytes);
  };
  for await (const chunk of rest) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes >= PIECE_BYTES) await send();
  }
  await send();
  return { bytes, pieces };
}

async function readPiece(file: Awaited<ReturnType<typeof open>>, position: number): Promise<Buffer> {
  const room = Buffer.allocUnsafe(PIECE_BYTES);
  let used = 0;
  while (used < PIECE_BYTES) {
    const { bytesRead } = await file.read(room, used, PIECE_BYTES - used, position + used);
    if (bytesRead === 0) break;
    used += bytesRead;
  }
  return room.subarray(0, used);
}

export function unlessGone(thrown: unknown): null {
  if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw thrown;
}
