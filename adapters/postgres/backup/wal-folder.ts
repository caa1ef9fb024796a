import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { segmentOf } from '#core/backup/wal-segments.ts';

const SQUEEZED = '.gz';

/** Where the log of one cluster is handed over to. */
export const walFolderOf = (folder: string, systemId: string): string => join(folder, 'wal', systemId);

/** Where that of a restored one goes until it is released. */
export const walAsideOf = (folder: string, systemId: string, stamp: string): string =>
  join(folder, 'wal', `${systemId}.aside-${stamp}`);

/** Those of restores that were never released; their own place may be lost. */
export const walAsides = async (folder: string, systemId: string): Promise<string[]> =>
  (await readdir(join(folder, 'wal')).catch(() => [])).filter((name) => name.startsWith(`${systemId}.aside-`)).sort();

export function openWalFolder(folder: string) {
  const pathOf = (name: string): string => join(folder, name + SQUEEZED);
  const names = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(SQUEEZED)).map((name) => name.slice(0, -3));

  return {
    folder,
    names,
    pathOf,
    has: async (name: string): Promise<boolean> => (await stat(pathOf(name)).catch(() => null)) !== null,
    async cameMs(name: string): Promise<number | null> {
      return (await stat(pathOf(name)).catch(() => null))?.mtimeMs ?? null;
    },
    async look(): Promise<{ names: string[]; bytes: number; newestMs: number | null }> {
      const there = await names();
      let bytes = 0;
      let newestMs: number | null = null;
      for (const name of there) {
        const found = await stat(pathOf(name)).catch(() => null);
        bytes += found?.size ?? 0;
        newestMs = found ? Math.max(found.mtimeMs, newestMs ?? 0) : newestMs;
      }
      return { names: there, bytes, newestMs };
    },
    /** Null when it is whole; else what is wrong. */
    async wrong(name: string): Promise<string | null> {
      const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
      try {
        await pipeline(createReadStream(pathOf(name)), createGunzip(), nothing);
        return null;
      } catch (thrown) {
        const isGone = (thrown as NodeJS.ErrnoException).code === 'ENOENT';
        return `The segment ${name} of the log is ${isGone ? 'missing' : 'damaged'}.`;
      }
    },
    /** Removes segments nobody needs; histories of timelines stay, they are small. */
    async sweep(isNeeded: (number: number) => boolean): Promise<number> {
      let freed = 0;
      for (const name of await names()) {
        const at = segmentOf(name.slice(0, 24));
        if (!at || isNeeded(at.number)) continue;
        freed += (await stat(pathOf(name)).catch(() => null))?.size ?? 0;
        await rm(pathOf(name), { force: true });
      }
      return freed;
    },
  };
}
export type WalFolder = ReturnType<typeof openWalFolder>;
