import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { BackupProblem } from '#core/backup/backups.port.ts';

const squeeze = promisify(zstdCompress);
const unfold = promisify(zstdDecompress);
/** Backups are made beside calls: the least work that is worth it. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const ARRIVING = 'arriving-';
const SQUEEZED = '.zst';
const ASIDE = '.damaged';
const NAME = /^[0-9a-f]{64}$/;

/** Writes and syncs one file that was not there. Handed in, because a full disk cannot be had in a test. */
export type WriteFile = (path: string, bytes: Uint8Array) => Promise<void>;

export const writeSynced: WriteFile = async (path, bytes) => {
  const file = await open(path, 'wx', OWN_FILE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};

export interface PutObject {
  name: string;
  /** Nothing where it was there already. */
  addedBytes: number;
}

/**
 * Bytes under the name of their SHA-256. Rules:
 * 1. An object is there, whole and on the disk, or not at all: it is written aside and renamed.
 * 2. It is never written twice, so that backups share what did not change.
 * 3. What is read is what the name says, or a `damaged` problem.
 */
export function openObjectStore(folder: string, write: WriteFile = writeSynced) {
  const objects = join(folder, 'objects');
  const pathOf = (name: string): string => join(objects, name.slice(0, 2), name);
  const madeFolders = new Set<string>();

  async function placeOf(name: string): Promise<{ path: string; bytes: number } | null> {
    for (const path of [pathOf(name), pathOf(name) + SQUEEZED]) {
      const found = await stat(path).catch(() => null);
      if (found) return { path, bytes: found.size };
    }
    return null;
  }

  async function put(bytes: Uint8Array, options: { squeezed: boolean }): Promise<PutObject> {
    const name = createHash('sha256').update(bytes).digest('hex');
    if (await placeOf(name)) return { name, addedBytes: 0 };
    const within = join(objects, name.slice(0, 2));
    if (!madeFolders.has(within)) {
      await mkdir(within, { recursive: true, mode: OWN_FOLDER });
      madeFolders.add(within);
    }
    const small = options.squeezed ? await squeeze(bytes, LEVEL) : null;
    const isSmaller = small !== null && small.length < bytes.length;
    const arriving = join(objects, ARRIVING + randomBytes(8).toString('hex'));
    try {
      await write(arriving, isSmaller ? small : bytes);
      await rename(arriving, pathOf(name) + (isSmaller ? SQUEEZED : ''));
    } catch (thrown) {
      await rm(arriving, { force: true });
      throw thrown;
    }
    return { name, addedBytes: isSmaller ? small.length : bytes.length };
  }

  async function get(name: string): Promise<Buffer> {
    const place = await placeOf(name);
    if (!place) throw new BackupProblem('damaged', `The piece ${name} is missing.`);
    const kept = await readFile(place.path);
    const bytes = await Promise.resolve(place.path.endsWith(SQUEEZED) ? unfold(kept) : kept).catch(() => null);
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== name)
      throw new BackupProblem('damaged', `The piece ${name} is damaged: ${place.path}`);
    return bytes;
  }

  return {
    put,
    get,
    has: async (name: string): Promise<boolean> => (await placeOf(name)) !== null,
    /** A damaged one is no reason not to keep it anew. */
    async setAside(name: string): Promise<void> {
      const place = await placeOf(name);
      if (place) await rename(place.path, place.path + ASIDE);
    },
    async remove(name: string): Promise<number> {
      const place = await placeOf(name);
      if (!place) return 0;
      await rm(place.path, { force: true });
      return place.bytes;
    },
    /** Removes what is not needed, and what a killed backup left half written. Answers the bytes that are free again. */
    async sweep(isNeeded: (name: string) => boolean): Promise<number> {
      let freed = 0;
      const drop = async (path: string): Promise<void> => {
        freed += (await stat(path).catch(() => null))?.size ?? 0;
        await rm(path, { force: true });
      };
      for (const entry of await readdir(objects, { withFileTypes: true }).catch(() => []))
        if (entry.isDirectory()) {
          const within = join(objects, entry.name);
          for (const file of await readdir(within)) {
            const name = file.endsWith(SQUEEZED) ? file.slice(0, -SQUEEZED.length) : file;
            if (!NAME.test(name) || !isNeeded(name)) await drop(join(within, file));
          }
        } else if (entry.name.startsWith(ARRIVING)) await drop(join(objects, entry.name));
      return freed;
    },
    /** The names themselves are on the disk from here on. */
    async settle(): Promise<void> {
      for (const made of [...madeFolders, objects]) await syncFolder(made);
    },
  };
}
export type ObjectStore = ReturnType<typeof openObjectStore>;

export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
