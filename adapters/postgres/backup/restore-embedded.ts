import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { backupFor, type BackupManifest } from '#core/backup/backup-manifest.ts';
import { BackupProblem } from '#core/backup/backups.port.ts';
import { lockFolder } from '../folder-lock.ts';
import { findPlace } from '../postgres-place.ts';
import { inTurn } from './folder-turn.ts';
import { openManifestStore, type ManifestStore } from './manifest-store.ts';
import { openObjectStore } from './object-store.ts';
import { restoreCluster } from './restore-cluster.ts';
import { openWriter } from './restore-entry.ts';
import { restoreFiles } from './restore-files.ts';
import { openWalFolder, walAsideOf, walAsides, walFolderOf } from './wal-folder.ts';

export interface EmbeddedWish {
  /** BACKUP_DIR. */
  folder: string;
  dataDir: string;
  /** Null is as late as possible. */
  toMs: number | null;
  /** Null is the newest before the moment. */
  backupId: string | null;
  timeline: number | null;
  /** The name of a folder of log that a restore kept aside and nobody released; it is read as well. */
  readsAside: string | null;
  replaces: boolean;
  nowMs: number;
  systemFolder?: string | undefined;
  say(line: string): void;
  /** Refuses a backup whose keys are not at hand. */
  assertKeys(manifest: BackupManifest): void;
  prepare(url: string, manifest: BackupManifest): Promise<void>;
}

export interface Restored {
  manifest: BackupManifest;
  files: number;
  linked: number;
  elsewhere: number;
  /** What was there before and is kept. */
  setAside: string[];
}

/** Restores database and files of a data folder on which no OpenSeat runs. Until the last step nothing of what is there is touched. */
export async function restoreEmbedded(wish: EmbeddedWish): Promise<Restored> {
  const { folder, dataDir, toMs, nowMs } = wish;
  if (toMs !== null && toMs > nowMs) throw new BackupProblem('refused', 'That moment has not come yet.');
  const manifests = openManifestStore(folder);
  const manifest = await chooseBackup(manifests, { ...wish, way: 'physical' });
  wish.assertKeys(manifest);
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  try {
    return await inTurn(folder, async () => {
      const place = findPlace(dataDir, wish.say, wish.systemFolder, true);
      const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
      const writer = openWriter(openObjectStore(folder));
      const { systemId } = manifest.postgres;
      const wal = openWalFolder(walFolderOf(folder, systemId));
      const readsAside = await asidesToRead(wish, systemId);
      const cluster = await restoreCluster({
        ...wish,
        place,
        manifest,
        manifests,
        writer,
        wal,
        aside: walAsideOf(folder, systemId, stamp),
        readsAside,
        stamp,
        prepare: (url) => wish.prepare(url, manifest),
      });
      wish.say('Bringing back files …');
      const files = await restoreFiles({ dataDir, base: manifest, toMs: toMs ?? Infinity, manifests, writer, stamp });
      const setAside = [...(await files.settle()), ...cluster.settle()];
      return { manifest, setAside, files: files.files, linked: files.linked, elsewhere: files.elsewhere };
    });
  } finally {
    lock.release();
  }
}

/** Whoever lost a restored machine before its restore was released has its log there, and nobody follows it unasked. */
async function asidesToRead({ folder, readsAside, say }: EmbeddedWish, systemId: string): Promise<string[]> {
  const there = await walAsides(folder, systemId);
  if (readsAside === null) {
    for (const name of there)
      say(
        `A restore that was never released kept its log in ${join(folder, 'wal', name)}: --aside ${name} follows it.`,
      );
    return [];
  }
  if (there.includes(readsAside)) return [join(folder, 'wal', readsAside)];
  throw new BackupProblem(
    'refused',
    `There is no log aside named ${readsAside} in ${join(folder, 'wal')}: ${there.join(', ') || 'none is'}.`,
  );
}

/** The backup a restore begins with. */
export async function chooseBackup(
  manifests: ManifestStore,
  {
    folder,
    backupId,
    toMs,
    way,
  }: { folder: string; backupId: string | null; toMs: number | null; way: BackupManifest['way'] },
): Promise<BackupManifest> {
  if (!existsSync(folder)) throw new BackupProblem('refused', `There is no folder ${folder} of backups.`);
  const kept = (await manifests.list()).flatMap(({ manifest }) => (manifest?.way === way ? [manifest] : []));
  const named = backupId === null ? null : await manifests.read(backupId);
  if (named && (named.way !== way || named.finishedAtMs > (toMs ?? Infinity)))
    throw new BackupProblem(
      'refused',
      named.way === way
        ? `The backup ${named.id} was whole at ${new Date(named.finishedAtMs).toISOString()}, after that moment.`
        : `The backup ${named.id} is ${named.way}: ${named.way === 'logical' ? 'it is restored into a PostgreSQL of your own (DATABASE_URL)' : 'it is restored into a data folder, without DATABASE_URL'}.`,
    );
  const chosen = named ?? backupFor(kept, toMs ?? Infinity);
  if (chosen) {
    // A list that lost its end would bring back less, and say nothing.
    await manifests.checkContents(chosen.id);
    return chosen;
  }
  const first = kept.at(-1);
  throw new BackupProblem(
    'refused',
    first
      ? `No backup is older than that moment: the first one was whole at ${new Date(first.finishedAtMs).toISOString()}.`
      : `There is no ${way} backup in ${folder}.`,
  );
}
