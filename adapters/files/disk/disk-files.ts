import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Files } from '#core/files/files.port.ts';

const KEY = /^[a-z0-9][a-z0-9/_.-]{0,200}$/;

/** What customers sent is nothing for other people on the same machine. */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

/** Files in a folder of DATA_DIR. */
export function diskFiles(folder: string): Files {
  const pathOf = (key: string): string => {
    if (!KEY.test(key) || key.includes('..')) throw new Error('a file key of our own making was expected');
    return join(folder, key);
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: OWN_FOLDER });
      const arriving = `${path}.arriving`;
      try {
        await pipeline(Readable.from(content), createWriteStream(arriving, { flush: true, mode: OWN_FILE }));
        const { size } = await stat(arriving);
        await rename(arriving, path);
        return { bytes: size };
      } catch (thrown) {
        await rm(arriving, { force: true });
        throw thrown;
      }
    },
    async get(key, range) {
      const path = pathOf(key);
      const found = await stat(path).catch(() => null);
      if (!found) return null;
      return { bytes: found.size, content: createReadStream(path, range ? { start: range.from, end: range.to } : {}) };
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async freeBytes() {
      await mkdir(folder, { recursive: true, mode: OWN_FOLDER });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}
