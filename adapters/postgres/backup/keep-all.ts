import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupEntry, BackupManifest } from '#core/backup/backup-manifest.ts';
import type { BackupProgress } from '#core/backup/backups.port.ts';
import type { BackupDatabase, OpenedDatabase } from './backup-database.ts';
import { keepFile, openBundle, unlessGone, type Keeping } from './keep-file.ts';
import { keepFolder } from './keep-folder.ts';
import type { BackupInMaking, ManifestStore } from './manifest-store.ts';
import type { ObjectStore, WriteFile } from './object-store.ts';

export interface BackupsOptions {
  /** BACKUP_DIR. */
  folder: string;
  dataDir: string;
  database: BackupDatabase;
  /** The folder files lie in, and the names of those that lie in a store of their own, if there is one. */
  files: { folder: string; elsewhere: (() => AsyncIterable<string>) | null };
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

export interface BackupWork {
  options: BackupsOptions;
  objects: ObjectStore;
  manifests: ManifestStore;
  opened: OpenedDatabase;
  making: BackupInMaking;
  id: string;
  begunAtMs: number;
  onProgress: (progress: BackupProgress) => void;
}

async function copyKeys({ keys }: BackupsOptions): Promise<void> {
  if (keys.file === null || keys.copyTo === null) return;
  await mkdir(keys.copyTo, { recursive: true, mode: 0o700 });
  await copyFile(keys.file, join(keys.copyTo, `secrets-${keys.fingerprints()[0]}.key`));
}

async function* filesBefore(manifests: ManifestStore): AsyncGenerator<BackupEntry> {
  const last = (await manifests.list()).find(({ manifest, damage }) => manifest && damage === null);
  if (!last) return;
  for await (const entry of manifests.entries(last.id)) if (entry.path.startsWith('files/')) yield entry;
}

async function keepFiles(
  { options, manifests }: Pick<BackupWork, 'options' | 'manifests'>,
  keeping: Keeping,
): Promise<{ files: number; bytes: number }> {
  for (const name of BESIDES) {
    const at = join(options.dataDir, name);
    const found = await stat(at).catch(unlessGone);
    const kept = found && (await keepFile(keeping, at, true));
    if (kept) keeping.add({ path: `data/${name}`, ...kept, changedMs: found.mtimeMs });
  }
  const { folder, elsewhere } = options.files;
  const kept = await keepFolder(keeping, { folder, as: 'files', before: filesBefore(manifests) });
  for await (const key of elsewhere?.() ?? [])
    keeping.add({ path: `elsewhere/${key}`, bytes: 0, pieces: [], isElsewhere: true });
  return kept;
}

/** The keys to their place, the database, then its files: what rows name was there before them. */
export async function keepAll(work: BackupWork): Promise<BackupManifest> {
  const { options, objects, manifests, opened, making, id, begunAtMs, onProgress } = work;
  await copyKeys(options);
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
      onProgress({ ...progress, totalBytes: Math.max(progress.totalBytes, progress.doneBytes) });
    },
  };
  const { wal, finishedAtMs } = await opened.keep(openBundle(keeping), id);
  const databaseBytes = progress.doneBytes;
  progress.part = 'files';
  const { files, bytes: fileBytes } = await keepFiles(work, keeping);
  await objects.settle();
  return making.finish((sha256) => ({
    format: 1,
    id,
    way: options.database.way,
    begunAtMs,
    finishedAtMs,
    postgres: opened.postgres,
    schema: opened.schema,
    wal,
    files: options.files.elsewhere === null ? 'folder' : 'elsewhere',
    keys: options.keys.fingerprints(),
    contents: { entries, databaseBytes, fileBytes, files, sha256 },
    addedBytes,
  }));
}
