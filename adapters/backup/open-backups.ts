import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupEntry, BackupManifest } from '#core/backup/backup-manifest.ts';
import { BackupProblem, type BackupProgress, type Backups } from '#core/backup/backups.port.ts';
import type { BackupDatabase, OpenedDatabase } from './backup-database.ts';
import { checkBackup } from './check-backup.ts';
import { inTurn } from './folder-turn.ts';
import { keepFile, openBundle, unlessGone, type Keeping } from './keep-file.ts';
import { keepFolder } from './keep-folder.ts';
import { openManifestStore, type BackupInMaking } from './manifest-store.ts';
import { openObjectStore, type WriteFile } from './object-store.ts';

export interface BackupsOptions {
  /** BACKUP_DIR. */
  folder: string;
  dataDir: string;
  database: BackupDatabase;
  /** The folder files lie in; or, where they lie elsewhere, their names. */
  files: { folder: string } | { names: () => AsyncIterable<{ key: string; bytes: number }> };
  keys: BackupKeys;
  nowMs: () => number;
  write?: WriteFile;
}

/** What secrets in the database are sealed under: never in a backup, and of no use without it. */
export interface BackupKeys {
  /** Tells which keys they are without telling them. */
  fingerprints: () => string[];
  where: string;
  /** Null where the setting itself holds them. */
  file: string | null;
  /** A folder on another medium that gets a copy. */
  copyTo: string | null;
}

/** What lies in DATA_DIR beside files and database and is nowhere else. */
const BESIDES = ['operation-log.anchors', 'outbox.jsonl'];
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Backups in a folder: objects by their hashes, and a list for each backup. */
export function openBackups(options: BackupsOptions): Backups {
  const { folder, database, keys, nowMs } = options;
  const objects = openObjectStore(folder, options.write);
  const manifests = openManifestStore(folder);

  /** Objects no backup needs, as of one that was killed. */
  async function sweep(): Promise<number> {
    const needed = new Set<string>();
    for (const { id, manifest } of await manifests.list()) {
      // Nobody knows what a damaged list needs: nothing is removed.
      if (!manifest) return 0;
      for await (const { pieces } of manifests.entries(id)) for (const [name] of pieces) needed.add(name);
    }
    return objects.sweep((name) => needed.has(name));
  }

  async function copyKeys(): Promise<void> {
    if (keys.file === null || keys.copyTo === null) return;
    await mkdir(keys.copyTo, { recursive: true, mode: 0o700 });
    await copyFile(keys.file, join(keys.copyTo, `secrets-${keys.fingerprints()[0]}.key`));
  }

  async function* filesBefore(): AsyncGenerator<BackupEntry> {
    const last = (await manifests.list()).find(({ manifest, damage }) => manifest && damage === null);
    if (!last) return;
    for await (const entry of manifests.entries(last.id)) if (entry.path.startsWith('files/')) yield entry;
  }

  async function keepFiles(keeping: Keeping): Promise<{ files: number; bytes: number }> {
    for (const name of BESIDES) {
      const at = join(options.dataDir, name);
      const found = await stat(at).catch(unlessGone);
      const kept = found && (await keepFile(keeping, at, true));
      if (kept) keeping.add({ path: `data/${name}`, ...kept, changedMs: found.mtimeMs });
    }
    if ('folder' in options.files)
      return keepFolder(keeping, { folder: options.files.folder, as: 'files', before: filesBefore() });
    let [files, bytes] = [0, 0];
    for await (const file of options.files.names()) {
      keeping.add({ path: `files/${file.key}`, bytes: file.bytes, pieces: [], isElsewhere: true });
      files += 1;
      bytes += file.bytes;
    }
    return { files, bytes };
  }

  async function keepAll(
    opened: OpenedDatabase,
    making: BackupInMaking,
    { id, begunAtMs, hear }: { id: string; begunAtMs: number; hear: (progress: BackupProgress) => void },
  ): Promise<BackupManifest> {
    const before = (await manifests.list()).find(({ manifest }) => manifest)?.manifest;
    const progress: BackupProgress = { part: 'database', doneBytes: 0, totalBytes: 0 };
    progress.totalBytes = opened.bytes + (before?.contents.fileBytes ?? 0);
    let addedBytes = 0;
    let entries = 0;
    const keeping: Keeping = {
      objects,
      add(entry) {
        entries += 1;
        making.add(entry);
      },
      kept(read, added) {
        addedBytes += added;
        progress.doneBytes += read;
        hear({ ...progress, totalBytes: Math.max(progress.totalBytes, progress.doneBytes) });
      },
    };
    const { wal, finishedAtMs } = await opened.keep(openBundle(keeping), id);
    const databaseBytes = progress.doneBytes;
    progress.part = 'files';
    // After the database: what its rows name was there before them.
    const { files, bytes: fileBytes } = await keepFiles(keeping);
    await objects.settle();
    return making.finish((sha256) => ({
      format: 1,
      id,
      way: database.way,
      begunAtMs,
      finishedAtMs,
      postgres: opened.postgres,
      schema: opened.schema,
      wal,
      files: 'folder' in options.files ? 'folder' : 'elsewhere',
      keys: keys.fingerprints(),
      contents: { entries, databaseBytes, fileBytes, files, sha256 },
      addedBytes,
    }));
  }

  return {
    async facts() {
      const newest = (await manifests.list()).find(({ manifest }) => manifest)?.manifest ?? null;
      const room = await statfs(folder).catch(() => null);
      const [ours, theirs] = await Promise.all([folder, options.dataDir].map((at) => stat(at).catch(() => null)));
      return {
        folder,
        way: database.way,
        isSameDisk: (ours ?? theirs)?.dev === theirs?.dev,
        freeBytes: room && room.bavail * room.bsize,
        wal: (await database.wal?.facts(newest)) ?? null,
        keys: { where: keys.where, copiedTo: keys.file === null ? null : keys.copyTo },
      };
    },
    list: manifests.list,
    make: (hear) =>
      inTurn(folder, () =>
        told(folder, async () => {
          await manifests.sweep();
          const begunAtMs = nowMs();
          const id = backupIdAt(begunAtMs);
          const opened = await database.open();
          try {
            const making = await manifests.begin(id);
            try {
              await copyKeys();
              return await keepAll(opened, making, { id, begunAtMs, hear });
            } catch (thrown) {
              await making.giveUp();
              // What it kept is nobody's, and there may be no room.
              await sweep().catch(() => {});
              throw thrown;
            }
          } finally {
            await opened.close().catch(() => {});
          }
        }),
      ),
    check: (id, hear) =>
      inTurn(folder, () =>
        checkBackup(id, { manifests, objects, wal: database.wal?.folderOf ?? null, nowMs, hear }),
      ),
    remove: (ids) =>
      inTurn(folder, async () => {
        for (const id of ids) await manifests.remove(id);
        await manifests.sweep();
        return (await sweep()) + (await dropOldLog(database, await manifests.list()));
      }),
    setPace: async (loseMinutes) => database.wal?.setPace(loseMinutes),
    relieve: async () => (await database.wal?.relieve()) ?? false,
  };
}

/** The log before the oldest backup of a cluster takes nobody anywhere. */
async function dropOldLog(
  { wal }: BackupDatabase,
  kept: readonly { manifest: BackupManifest | null }[],
): Promise<number> {
  if (!wal || kept.some(({ manifest }) => manifest === null)) return 0;
  const oldest = new Map<string, string>();
  for (const { manifest } of kept)
    if (manifest?.wal) {
      const { systemId } = manifest.postgres;
      const first = manifest.wal.first;
      // A later timeline has higher names.
      if (!oldest.has(systemId) || first.slice(8) < oldest.get(systemId)!.slice(8)) oldest.set(systemId, first);
    }
  let freed = 0;
  for (const [systemId, first] of oldest) freed += await wal.folderOf(systemId).removeBefore(first);
  return freed;
}

/** `20261118T093000Z-1f3a` */
const backupIdAt = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-${randomBytes(2).toString('hex')}`;

async function told<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!FULL.has((thrown as NodeJS.ErrnoException).code ?? '')) throw thrown;
    throw new BackupProblem(
      'full',
      `There is no room left for a backup in ${folder}: make room, keep fewer backups, or set BACKUP_DIR to another disk. Those that were there are whole.`,
      { cause: thrown },
    );
  }
}
