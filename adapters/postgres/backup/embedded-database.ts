import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { BackupProblem } from '#core/backup/backups.port.ts';
import { unlessGone, type Bundle } from './keep-file.ts';
import type { WalFolder } from './wal-folder.ts';

/*
 * The files of a running PostgreSQL, by its low-level backup interface. Rules:
 * 1. Between `pg_backup_start` and `pg_backup_stop` files may be copied while they change: the log between the two mends them.
 * 2. The session that began must end it, and `backup_label` is what PostgreSQL answers then.
 * 3. What belongs to the running server alone, or is made anew at its start, is left out.
 * 4. It counts only when the last segment of the log it needs has been handed over.
 */

/** Only the folder is needed. */
const EMPTIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'backup_manifest',
  'tablespace_map',
  'tablespace_map.old',
  'current_logfiles',
  'postgresql.auto.conf.tmp',
  'recovery.signal',
  'standby.signal',
]);
const CONTROL = 'global/pg_control';
const isPassing = (name: string): boolean => name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init');

export interface ClusterCopy {
  first: string;
  last: string;
  finishedAtMs: number;
}

/** Bytes of a cluster, to tell how far a backup is. */
export async function clusterBytes(data: string): Promise<number> {
  let bytes = 0;
  for await (const { at } of filesOf(data, '', () => {})) bytes += (await stat(at).catch(() => null))?.size ?? 0;
  return bytes;
}

/** Copies a cluster; the connection is a superuser's and this backup's alone. */
export async function keepCluster(
  client: pg.ClientBase,
  { data, bundle, wal, label }: { data: string; bundle: Bundle; wal: WalFolder; label: string },
): Promise<ClusterCopy> {
  const { rows: begun } = await client.query<{ first: string; failed: number }>(
    `select pg_walfile_name(pg_backup_start($1, true)) first, (select failed_count::int from pg_stat_archiver) failed`,
    [label],
  );
  let within = '';
  for await (const { path, at } of filesOf(data, '', bundle.addFolder)) {
    // Small files of one folder go together: databases nobody writes to are the same in every backup.
    if (dirname(path) !== within) await bundle.send();
    within = dirname(path);
    const found = await stat(at).catch(unlessGone);
    if (found) await bundle.addFile(`database/${path}`, at, found.size);
  }
  bundle.addFolder('database/pg_wal/archive_status');
  bundle.addFolder('database/pg_wal/summaries');
  await bundle.addSmall(`database/${CONTROL}`, await steadily(join(data, CONTROL)));
  const { rows: ended } = await client.query<{ last: string; labelfile: string; at: number }>(
    `select pg_walfile_name(lsn - 1) last, labelfile, (extract(epoch from clock_timestamp()) * 1000)::float8 at from pg_backup_stop(false)`,
  );
  const { last, labelfile, at } = ended[0]!;
  await bundle.addSmall('database/backup_label', Buffer.from(labelfile));
  await bundle.send();
  await handedOver(client, wal, last, begun[0]!.failed);
  return { first: begun[0]!.first, last, finishedAtMs: Math.ceil(Number(at)) };
}

async function* filesOf(
  folder: string,
  prefix: string,
  onFolder: (path: string) => void,
): AsyncGenerator<{ path: string; at: string }> {
  const entries = ((await readdir(folder, { withFileTypes: true }).catch(unlessGone)) ?? [])
    .filter(({ name }) => !isPassing(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const unlogged = new Set(
    entries.flatMap(({ name }) => (name.endsWith('_init') ? [name.slice(0, -'_init'.length)] : [])),
  );
  for (const entry of entries) {
    const path = prefix + entry.name;
    const at = join(folder, entry.name);
    if (entry.isDirectory()) {
      onFolder(`database/${path}`);
      if (!EMPTIED.has(path)) yield* filesOf(at, `${path}/`, onFolder);
    } else if (entry.isSymbolicLink() && prefix === 'pg_tblspc/')
      throw new BackupProblem('refused', 'The database uses tablespaces, which this backup does not know.');
    else if (
      entry.isFile() &&
      path !== CONTROL &&
      !(prefix === '' && LEFT_OUT.has(path)) &&
      !isEmptied(entry.name, unlogged)
    )
      yield { path, at };
  }
}

/** Of a table that is not logged only its beginning counts: PostgreSQL empties it after a restore. */
function isEmptied(name: string, unlogged: ReadonlySet<string>): boolean {
  if (unlogged.size === 0 || name.endsWith('_init')) return false;
  return unlogged.has(/^(t\d+_)?\d+/.exec(name)?.[0] ?? '');
}

/** It is written in place while we read: what two looks agree about is no half of each. */
async function steadily(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ;) {
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}

const LOOK_EVERY_MS = 50;
/** The archiver tries thrice and then waits a minute. */
const FAILURES = 3;

/** Waits for the last segment; a database that cannot hand it over says so. */
async function handedOver(client: pg.ClientBase, wal: WalFolder, last: string, failedBefore: number): Promise<void> {
  while (!(await wal.has(last))) {
    const { rows } = await client.query<{ failed: number; isDropped: boolean }>(
      `select failed_count::int failed, coalesce(last_archived_wal >= $1, false) "isDropped" from pg_stat_archiver`,
      [last],
    );
    if (rows[0]!.failed - failedBefore >= FAILURES)
      throw new BackupProblem(
        'wal',
        `The database cannot hand over its log to ${wal.folder}: see that the folder is there, has room, and that the database's account may write to it.`,
      );
    if (rows[0]!.isDropped && !(await wal.has(last)))
      throw new BackupProblem('wal', `The segment ${last} of the log was given up instead of kept in ${wal.folder}.`);
    await pause(LOOK_EVERY_MS);
  }
}
