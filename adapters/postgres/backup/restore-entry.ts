import { mkdir, open } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { BackupEntry } from '#core/backup/backup-manifest.ts';
import { BackupProblem } from '#core/backup/backups.port.ts';
import type { ObjectStore } from './object-store.ts';

/** Many small files lie in one piece: the last few are remembered. */
const REMEMBERED = 2;

/** Writes files of a backup; each piece is compared with its name on the way. */
export function openWriter(objects: ObjectStore) {
  const remembered = new Map<string, Buffer>();
  async function pieceOf(name: string): Promise<Buffer> {
    const known = remembered.get(name);
    if (known) return known;
    const bytes = await objects.get(name);
    if (remembered.size >= REMEMBERED) remembered.delete(remembered.keys().next().value!);
    remembered.set(name, bytes);
    return bytes;
  }

  async function* bytesOf({ pieces }: Pick<BackupEntry, 'pieces'>): AsyncGenerator<Buffer> {
    for (const [name, from, length] of pieces) yield (await pieceOf(name)).subarray(from, from + length);
  }

  return {
    bytesOf,
    /** `under` is what its path begins with there and not here. */
    async write(folder: string, under: string, entry: BackupEntry): Promise<string> {
      const inside = normalize(entry.path.slice(under.length));
      if (inside.startsWith('..') || inside.startsWith('/'))
        throw new BackupProblem('damaged', `The backup names a file outside of itself: ${entry.path}`);
      const path = join(folder, inside);
      if (entry.path.endsWith('/')) {
        await mkdir(path, { recursive: true, mode: 0o700 });
        return path;
      }
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      try {
        let written = 0;
        for await (const bytes of bytesOf(entry)) {
          await file.writeFile(bytes);
          written += bytes.length;
        }
        if (written !== entry.bytes) throw new BackupProblem('damaged', `${entry.path} is not as long as it was.`);
        await file.sync();
      } finally {
        await file.close();
      }
      return path;
    },
  };
}
export type EntryWriter = ReturnType<typeof openWriter>;
