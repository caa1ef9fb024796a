import { existsSync } from 'node:fs';
import { link, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupManifest } from '#core/backup/backup-manifest.ts';
import { unlessGone } from './keep-file.ts';
import type { ManifestStore } from './manifest-store.ts';
import { syncFolder } from './object-store.ts';
import type { EntryWriter } from './restore-entry.ts';

export interface RestoredFiles {
  files: number;
  /** Of those, how many were still there and were not copied. */
  linked: number;
  /** Bytes that lie in a store of their own. */
  elsewhere: number;
  /** Puts them in their place; what was there before is renamed. */
  settle(): Promise<string[]>;
}

/**
 * Brings back the files of a moment. Rules:
 * 1. The backup before the moment has those that were there then; backups after it have those that came in between.
 * 2. They are laid out beside the living ones, of which those that are the same are linked: nothing is overwritten.
 */
export async function restoreFiles({
  dataDir,
  base,
  toMs,
  manifests,
  writer,
  stamp,
}: {
  dataDir: string;
  base: BackupManifest;
  /** Infinity is everything there is. */
  toMs: number;
  manifests: ManifestStore;
  writer: EntryWriter;
  /** What the names of set aside things end in. */
  stamp: string;
}): Promise<RestoredFiles> {
  const living = join(dataDir, 'files');
  const aside = join(dataDir, 'files.restoring');
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const later = (await manifests.list())
    .flatMap(({ manifest, damage }) => (manifest && damage === null ? [manifest] : []))
    .filter(({ begunAtMs, id }) => begunAtMs > base.begunAtMs && id !== base.id)
    .reverse();
  let [files, linked, elsewhere] = [0, 0, 0];
  for (const { id } of [base, ...later])
    for await (const entry of manifests.entries(id)) {
      if (entry.isElsewhere && id === base.id) elsewhere += 1;
      if (!entry.path.startsWith('files/')) continue;
      if (id !== base.id && (entry.changedMs ?? Infinity) > toMs) continue;
      const to = join(aside, entry.path.slice('files/'.length));
      if (existsSync(to)) continue;
      const there = await stat(join(dataDir, entry.path)).catch(unlessGone);
      files += 1;
      if (there && there.size === entry.bytes && there.mtimeMs === entry.changedMs) {
        await mkdir(dirname(to), { recursive: true, mode: 0o700 });
        await link(join(dataDir, entry.path), to);
        linked += 1;
        continue;
      }
      await writer.write(aside, 'files/', entry);
      const changed = new Date(entry.changedMs ?? 0);
      await utimes(to, changed, changed);
    }
  const besides = join(dataDir, 'besides.restoring');
  await rm(besides, { recursive: true, force: true });
  const names: string[] = [];
  for await (const entry of manifests.entries(base.id))
    if (entry.path.startsWith('data/')) {
      await writer.write(besides, 'data/', entry);
      names.push(entry.path.slice('data/'.length));
    }
  return {
    files,
    linked,
    elsewhere,
    async settle() {
      const kept: string[] = [];
      const setAside = async (path: string): Promise<void> => {
        if (!existsSync(path)) return;
        await rename(path, `${path}.before-${stamp}`);
        kept.push(`${path}.before-${stamp}`);
      };
      if (files > 0 || existsSync(living)) {
        await setAside(living);
        await rename(aside, living);
      } else await rm(aside, { recursive: true, force: true });
      for (const name of names) {
        await setAside(join(dataDir, name));
        await rename(join(besides, name), join(dataDir, name));
      }
      await rm(besides, { recursive: true, force: true });
      await syncFolder(dataDir);
      return kept;
    },
  };
}
