import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupEntry } from '#core/backup/backup-manifest.ts';
import { keepFile, unlessGone, type Keeping } from './keep-file.ts';

/** What `diskFiles` is still writing. */
const ARRIVING = '.arriving';

/**
 * Keeps the files of a folder. They never change once they are there, so one that has the size and the moment it had in the backup
 * before is not read again, unless a check set its pieces aside: both lists are in the order of paths and are gone through side by
 * side.
 */
export async function keepFolder(
  keeping: Keeping,
  { folder, as, before }: { folder: string; as: string; before: AsyncIterable<BackupEntry> },
): Promise<{ files: number; bytes: number }> {
  const known = before[Symbol.asyncIterator]();
  let next = await known.next();
  const knownAt = async (path: string): Promise<BackupEntry | null> => {
    while (!next.done && next.value.path < path) next = await known.next();
    return !next.done && next.value.path === path ? next.value : null;
  };
  let files = 0;
  let bytes = 0;
  for await (const { path, at } of filesOf(folder, as)) {
    const found = await stat(at).catch(unlessGone);
    if (!found) continue;
    const old = await knownAt(path);
    const isSame =
      old !== null &&
      old.bytes === found.size &&
      old.changedMs === found.mtimeMs &&
      (await areThere(keeping, old.pieces));
    const kept = isSame ? { bytes: old.bytes, pieces: old.pieces } : await keepFile(keeping, at, false);
    if (!kept) continue;
    if (isSame) keeping.kept(old.bytes, 0);
    keeping.add({ path, ...kept, changedMs: found.mtimeMs });
    files += 1;
    bytes += kept.bytes;
  }
  await known.return?.();
  return { files, bytes };
}

async function areThere({ objects }: Keeping, pieces: BackupEntry['pieces']): Promise<boolean> {
  for (const [name] of pieces) if (!(await objects.has(name))) return false;
  return true;
}

/** In the order of their whole paths: a folder stands where its name with a slash does. */
async function* filesOf(folder: string, as: string): AsyncGenerator<{ path: string; at: string }> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessGone)) ?? [];
  const named = entries
    .filter((entry) => entry.isDirectory() || (entry.isFile() && !entry.name.endsWith(ARRIVING)))
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .toSorted((a, b) => (slashed(a) < slashed(b) ? -1 : 1));
  for (const { name, isFolder } of named)
    if (isFolder) yield* filesOf(join(folder, name), `${as}/${name}`);
    else yield { path: `${as}/${name}`, at: join(folder, name) };
}

const slashed = ({ name, isFolder }: { name: string; isFolder: boolean }): string => (isFolder ? `${name}/` : name);
