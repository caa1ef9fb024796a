import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { BackupManifest } from '#core/backup/backup-manifest.ts';
import { BackupProblem } from '#core/backup/backups.port.ts';
import { walReach } from '#core/backup/wal-segments.ts';
import { prepareBinaries, type Binaries } from '../binaries.ts';
import { clearLeftovers } from '../leftovers.ts';
import { DATABASE, setPassword, syncFolder, UNFINISHED } from '../open-cluster.ts';
import type { Cluster } from '../cluster.ts';
import type { PostgresPlace } from '../postgres-place.ts';
import { freePort, startPostmaster, type Postmaster } from '../postmaster.ts';
import {
  archiveAside,
  archiveSettings,
  archiveTarget,
  restoreSettings,
  setArchiveAside,
  setArchiveTarget,
} from '../wal-scripts.ts';
import type { ManifestStore } from './manifest-store.ts';
import { letPass } from './open-embedded-database.ts';
import type { EntryWriter } from './restore-entry.ts';
import { BEGUN } from './settle-log.ts';
import { openWalFolder, type WalFolder } from './wal-folder.ts';

/** Days of log take hours to read. */
const RECOVERED_WITHIN_MS = 86_400_000;
const STOP_PATIENCE_MS = 60_000;
const NOT_REACHED = 'recovery ended before configured recovery target was reached';

export interface ClusterWish {
  place: PostgresPlace;
  manifest: BackupManifest;
  manifests: ManifestStore;
  writer: EntryWriter;
  wal: WalFolder;
  /** Where its own log goes until the restore is released, and those of restores before that are read as well. */
  aside: string;
  readsAside: readonly string[];
  /** Null is the end of the log. */
  toMs: number | null;
  /** Null is the newest: the one the last restore began, if there was one. */
  timeline: number | null;
  /** Something is there already, and is to be kept beside it. */
  replaces: boolean;
  stamp: string;
  nowMs: number;
  say(line: string): void;
  /** Works on the restored database before anybody can start the product on it. */
  prepare(url: string): Promise<void>;
}

/** Restores a cluster beside the one that is there, to the moment; `settle` puts it in its place. The caller holds the folder's lock. */
export async function restoreCluster(wish: ClusterWish): Promise<{ settle(): string[] }> {
  const { place, wal, manifest } = wish;
  const folder = join(place.folder, 'cluster');
  const isThere = existsSync(folder);
  if (isThere && !wish.replaces)
    throw new BackupProblem(
      'refused',
      `There is a database in ${folder} already. With --replace it is set aside, not deleted, and the restored one takes its place.`,
    );
  if (isThere) await clearLeftovers(join(folder, 'data'));
  const binaries = prepareBinaries(place);
  if (Number.parseInt(manifest.postgres.version, 10) !== binaries.majorVersion)
    throw new BackupProblem(
      'refused',
      `The backup is of PostgreSQL ${manifest.postgres.version}, this is ${binaries.majorVersion}: restore it with the OpenSeat that made it.`,
    );
  for (const name of readdirSync(place.folder).filter((entry) => entry.startsWith(UNFINISHED)))
    rmSync(join(place.folder, name), { recursive: true, force: true });
  const unfinished = join(place.folder, `${UNFINISHED}restore-${randomBytes(4).toString('hex')}`);
  const cluster: Cluster = {
    data: join(unfinished, 'data'),
    logs: join(unfinished, 'log'),
    password: randomBytes(24).toString('base64url'),
  };
  mkdirSync(cluster.logs, { recursive: true, mode: 0o700 });
  wish.say(`Writing the database of ${manifest.id} …`);
  for await (const entry of wish.manifests.entries(manifest.id))
    if (entry.path.startsWith('database/')) await wish.writer.write(cluster.data, 'database/', entry);
  writeFileSync(join(cluster.data, 'recovery.signal'), '', { mode: 0o600 });
  writeFileSync(join(unfinished, 'password'), `${cluster.password}\n`, { mode: 0o600 });
  chmodSync(cluster.data, 0o700);
  giveTo(place, unfinished);
  letRead(place, wal.folder);
  // Copied to another machine, or by somebody careful, it may be shut for the account that reads it.
  if (place.account && existsSync(wal.folder)) letPass(wal.folder);

  const targetBefore = archiveTarget(place);
  const asideBefore = archiveAside(place);
  mkdirSync(wish.aside, { recursive: true });
  writeFileSync(join(wish.aside, BEGUN), '');
  giveTo(place, wish.aside);
  setArchiveTarget(place, wish.aside);
  for (const folder of wish.readsAside) letRead(place, folder);
  const reads = [wal.folder, ...wish.readsAside, ...(asideBefore === null ? [] : [asideBefore])];
  try {
    await recover(wish, binaries, cluster, reads, isThere ? join(folder, 'data', 'pg_wal') : null);
    await setPassword(place, binaries, cluster.data, cluster.password);
    const server = await run(place, binaries, cluster, archiveSettings(place));
    try {
      await wish.prepare(`postgres://${DATABASE}:${cluster.password}@127.0.0.1:${server.port}/${DATABASE}`);
    } finally {
      await server.postmaster.stop(STOP_PATIENCE_MS);
    }
  } catch (thrown) {
    rmSync(wish.aside, { recursive: true, force: true });
    throw thrown;
  } finally {
    // Until it is in its place the one that is there may be started again, and its log goes where it went.
    setArchiveTarget(place, targetBefore);
  }
  return {
    settle() {
      const before = `${folder}.before-${wish.stamp}`;
      if (isThere) renameSync(folder, before);
      setArchiveAside(place, wish.aside);
      setArchiveTarget(place, wish.aside);
      renameSync(unfinished, folder);
      syncFolder(place.folder);
      return [...(isThere ? [before] : []), ...(asideBefore !== null && existsSync(asideBefore) ? [asideBefore] : [])];
    },
  };
}

/** Reads the log up to the moment and ends there, as a database of its own from then on. */
async function recover(
  wish: ClusterWish,
  binaries: Binaries,
  cluster: Cluster,
  archives: readonly string[],
  unarchived: string | null,
): Promise<void> {
  const { place, wal, toMs, timeline, manifest } = wish;
  const reading = {
    ...restoreSettings(place, archives, unarchived),
    ...archiveSettings(place),
    hot_standby: 'off',
    recovery_target_action: 'promote',
    ...(timeline === null ? {} : { recovery_target_timeline: String(timeline) }),
  };
  const target =
    toMs === null ? {} : { recovery_target_time: new Date(toMs).toISOString().replace('T', ' ').replace('Z', '+00') };
  wish.say(toMs === null ? 'Reading the log to its end …' : `Reading the log up to ${new Date(toMs).toISOString()} …`);
  const read = async (settings: Record<string, string>): Promise<void> =>
    (await run(place, binaries, cluster, settings)).postmaster.stop(STOP_PATIENCE_MS);
  try {
    return await read({ ...reading, ...target });
  } catch (thrown) {
    const message = (thrown as Error).message;
    if (/could not restore file/.test(message))
      throw new BackupProblem('damaged', `A segment of the log in ${wal.folder} is damaged: ${message}`, {
        cause: thrown,
      });
    if (toMs === null || !message.includes(NOT_REACHED)) throw thrown;
  }
  // Nobody wrote after the moment; or what was written is not here.
  const folders = archives.map(openWalFolder);
  const names = (await Promise.all(folders.map((folder) => folder.names()))).flat();
  const { last, missing } = walReach(names, manifest.wal!.first);
  const came = last === null ? [] : await Promise.all(folders.map((folder) => folder.cameMs(last)));
  const lastCameMs = came.find((ms) => ms !== null) ?? manifest.finishedAtMs;
  const knownMs = unarchived === null ? lastCameMs : wish.nowMs;
  if (missing)
    throw new BackupProblem(
      'wal',
      `The segment ${missing} of the log is missing in ${wal.folder}. The latest moment that can be restored is about ${new Date(lastCameMs).toISOString()}; --to latest goes as far as possible.`,
    );
  if (knownMs < toMs)
    throw new BackupProblem(
      'wal',
      `The log in ${wal.folder} ends about ${new Date(knownMs).toISOString()}, before that moment: choose an earlier one, or --to latest.`,
    );
  return read(reading);
}

async function run(
  place: PostgresPlace,
  binaries: Binaries,
  cluster: Cluster,
  settings: Record<string, string>,
): Promise<{ port: number; postmaster: Postmaster }> {
  const port = await freePort();
  const postmaster = await startPostmaster(place, binaries, cluster, {
    port,
    settings,
    readyWithinMs: RECOVERED_WITHIN_MS,
  });
  return { port, postmaster };
}

/**
 * The account reads the log there. What root copied here becomes its own; what another account's server may still hand its log over to stays
 * that one's, and is read by way of the group.
 */
function letRead(place: PostgresPlace, folder: string): void {
  const { account } = place;
  const owner = account && statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === account!.uid) return;
  if (owner === 0) return giveTo(place, folder);
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    chownSync(path, found.uid, account!.gid);
    chmodSync(path, (found.mode & 0o777) | (found.isDirectory() ? 0o050 : 0o040));
  }
}

/** Root lends the database an account, which owns what it works with. */
function giveTo({ account }: PostgresPlace, folder: string): void {
  if (!account || !existsSync(folder)) return;
  lchownSync(folder, account.uid, account.gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), account.uid, account.gid);
}
