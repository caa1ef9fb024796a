import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { assertFileKey } from '#core/files/file-keys.ts';
import type { FilesPlace } from '#core/files/files.port.ts';

/** What customers sent is nothing for other people on the same machine. */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const ARRIVING = '.arriving';
const READ_BYTES = 262_144;

/** Files in a folder of DATA_DIR. */
export function diskFiles(folder: string): FilesPlace {
  const pathOf = (key: string): string => {
    assertFileKey(key);
    return join(folder, key);
  };

  async function* paths(): AsyncGenerator<string> {
    try {
      for await (const entry of await opendir(folder, { recursive: true }))
        if (entry.isFile()) yield join(entry.parentPath, entry.name);
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown;
    }
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: OWN_FOLDER });
      const arriving = `${path}.${randomUUID()}${ARRIVING}`;
      try {
        await pipeline(Readable.from(content), createWriteStream(arriving, { flush: true, mode: OWN_FILE }));
        const { size } = await stat(arriving);
        await rename(arriving, path);
        await keepName(dirname(path));
        return { bytes: size };
      } catch (thrown) {
        await rm(arriving, { force: true });
        throw thrown;
      }
    },
    async get(key, range) {
      // Held from here on: whoever removes it meanwhile takes nothing from who reads.
      const file = await open(pathOf(key), 'r').catch((thrown: unknown) => {
        if (isMissing(thrown)) return null;
        throw thrown;
      });
      if (!file) return null;
      const { size } = await file.stat();
      const part = range ? { start: range.from, end: range.to } : {};
      return { bytes: size, content: file.createReadStream({ ...part, highWaterMark: READ_BYTES }) };
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async freeBytes() {
      await mkdir(folder, { recursive: true, mode: OWN_FOLDER });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    async forgetUnfinished(olderThanMs) {
      let gone = 0;
      for await (const path of paths()) {
        if (!path.endsWith(ARRIVING)) continue;
        const found = await stat(path).catch(() => null);
        if (!found || found.mtimeMs > Date.now() - olderThanMs) continue;
        await rm(path, { force: true });
        gone += 1;
      }
      return gone;
    },
    async *keys() {
      for await (const path of paths()) if (!path.endsWith(ARRIVING)) yield relative(folder, path).split(sep).join('/');
    },
  };
}

const isMissing = (thrown: unknown): boolean => (thrown as NodeJS.ErrnoException).code === 'ENOENT';

/** A name is kept when its folder is: bytes alone would be lost with the power. */
async function keepName(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
