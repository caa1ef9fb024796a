import { chmodSync, chownSync, mkdirSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { defaultBackupPlan } from '#core/backup/backup-plan.ts';
import { BackupProblem } from '#core/backup/backups.port.ts';
import { walReach } from '#core/backup/wal-segments.ts';
import { canEnter, nameOf } from '../account.ts';
import type { RunningCluster } from '../running-cluster.ts';
import { archiveAside, archiveTarget, setArchiveAside, setArchiveTarget } from '../wal-scripts.ts';
import type { BackupDatabase, DatabaseLog } from './backup-database.ts';
import { clusterBytes, keepCluster } from './embedded-database.ts';
import { settleBlock, settleLog } from './settle-log.ts';
import { openWalFolder, walFolderOf, type WalFolder } from './wal-folder.ts';

/** More log than this that nobody takes would fill the disk the product works on. */
const WAL_LIMIT_BYTES = 8 * 1_073_741_824;
/** On a smaller disk there is no room for so much: PostgreSQL stops where it can write no log, and does not start again. */
const SPARE_BYTES = 1_073_741_824;

interface EmbeddedOptions {
  cluster: RunningCluster;
  /** Where backups lie. */
  folder: string;
  walLimitBytes?: number;
  nowMs?: () => number;
}

/** The PostgreSQL that came with npm, whose files we see and whose owner we are. */
export function openEmbeddedDatabase({
  cluster,
  folder,
  walLimitBytes = WAL_LIMIT_BYTES,
  nowMs = Date.now,
}: EmbeddedOptions): BackupDatabase {
  const { place, data } = cluster;
  const folderOf = (systemId: string) => openWalFolder(walFolderOf(folder, systemId));

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: cluster.ownerUrl(), application_name: 'openseat-backup' });
    // A line that is cut fails what runs on it; it must not end the process besides.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Where its log goes since a restore that nobody released; one in another folder of backups is of no matter here. */
  function asideHere(): WalFolder | null {
    const aside = archiveAside(place);
    return aside !== null && dirname(aside) === join(folder, 'wal') ? openWalFolder(aside) : null;
  }

  /** Its own account writes there, and may come as far as that. */
  function makeRoom(walFolder: string): void {
    mkdirSync(walFolder, { recursive: true });
    if (!place.account) return;
    letPass(walFolder);
    chownSync(walFolder, place.account.uid, place.account.gid);
    if (!canEnter(place.account, walFolder))
      throw new BackupProblem(
        'wal',
        `The account ${nameOf(place.account)} of the database may not enter ${folder}: set BACKUP_DIR to a folder it may enter, such as /var/lib/openseat/backups.`,
      );
  }

  return {
    way: 'physical',
    async open() {
      const client = await connect();
      try {
        const { rows } = await client.query<{ version: string; systemId: string; mode: string; hasPace: boolean }>(
          `select current_setting('server_version') version, system_identifier::text "systemId", current_setting('archive_mode') mode,
            current_setting('archive_timeout') <> '0' "hasPace" from pg_control_system()`,
        );
        const { version, systemId, mode, hasPace } = rows[0]!;
        if (mode !== 'on')
          throw new BackupProblem(
            'wal',
            process.platform === 'win32'
              ? 'The embedded database hands over no log on Windows: use a PostgreSQL of your own (DATABASE_URL).'
              : 'The database that runs hands over no log: stop OpenSeat and start it again.',
          );
        const wal = folderOf(systemId);
        const restoredFrom = await restoredFromOf(client);
        const aside = asideHere();
        if (aside && restoredFrom !== null) throw unreleased(restoredFrom);
        if (aside) await settleLog(place, wal, aside, { nowMs: nowMs(), makeRoom: () => makeRoom(wal.folder) });
        makeRoom(wal.folder);
        setArchiveAside(place, null);
        if (archiveTarget(place) !== wal.folder) setArchiveTarget(place, wal.folder);
        // Nobody wished anything yet, as beside a schedule that is off: 16 MB of log may take hours to come together.
        if (!hasPace) await pace(client, defaultBackupPlan.loseMinutes);
        return {
          postgres: { version, systemId },
          schema: await schemaOf(client),
          bytes: await clusterBytes(data),
          restoredFrom,
          async keep(bundle, label) {
            const { first, last, finishedAtMs } = await keepCluster(client, { data, bundle, wal, label });
            return { wal: { first, last }, finishedAtMs };
          },
          close: () => client.end(),
        };
      } catch (thrown) {
        await client.end();
        throw thrown;
      }
    },
    wal: embeddedLog({ cluster, walLimitBytes, nowMs, folderOf, asideHere, makeRoom, connect }),
  };
}

interface EmbeddedLog extends Required<Omit<EmbeddedOptions, 'folder'>> {
  folderOf(systemId: string): WalFolder;
  asideHere(): WalFolder | null;
  makeRoom(walFolder: string): void;
  connect(): Promise<pg.Client>;
}

/** How the log of the embedded database is handed over, and where it lies. */
function embeddedLog(parts: EmbeddedLog): DatabaseLog {
  const { cluster, walLimitBytes, nowMs, folderOf, asideHere, makeRoom, connect } = parts;
  const { place, data } = cluster;
  async function asked<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    folderOf,
    async facts(newest) {
      const [row] = await asked<{ archived: number | null; isFailing: boolean; systemId: string }>(
        `select (extract(epoch from last_archived_time) * 1000)::float8 archived, coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) "isFailing",
          (select system_identifier::text from pg_control_system()) "systemId" from pg_stat_archiver`,
      );
      const { archived, isFailing, systemId } = row!;
      const wal = folderOf(systemId);
      const aside = asideHere();
      const main = await wal.look();
      const own = aside ? await aside.look() : { ...main, names: [], bytes: 0 };
      const isHere = newest?.wal && newest.postgres.systemId === systemId;
      return {
        isOn: archiveTarget(place) === (aside ?? wal).folder,
        archivedMs: own.newestMs ?? archived,
        isFailing,
        missing: isHere ? walReach([...main.names, ...own.names], newest.wal!.first).missing : null,
        bytes: main.bytes + own.bytes,
        aside: aside && { folder: aside.folder, block: await settleBlock(wal, aside, nowMs()) },
      };
    },
    async setPace(loseMinutes) {
      const client = await connect();
      try {
        await pace(client, loseMinutes);
      } finally {
        await client.end();
      }
    },
    async relieve() {
      if (archiveTarget(place) === null) return false;
      const [row] = await asked<{ isFailing: boolean }>(
        `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) "isFailing" from pg_stat_archiver`,
      );
      if (!row!.isFailing) return false;
      if (walBytes(join(data, 'pg_wal')) <= walLimitBytes && freeBytes(data) >= SPARE_BYTES) return false;
      setArchiveTarget(place, null);
      return true;
    },
    async settle() {
      const aside = asideHere();
      if (!aside) return;
      const [row] = await asked<{ systemId: string }>(
        'select system_identifier::text "systemId" from pg_control_system()',
      );
      const wal = folderOf(row!.systemId);
      await settleLog(place, wal, aside, { nowMs: nowMs(), makeRoom: () => makeRoom(wal.folder) });
    },
  };
}

/** The account of the database passes through to there and cannot look around; what others made stays as they want it. */
export function letPass(walFolder: string): void {
  const all = dirname(walFolder);
  for (const passed of [dirname(all), all]) {
    const { uid, mode } = statSync(passed);
    if (uid === process.getuid!()) chmodSync(passed, (mode & 0o777) | 0o011);
  }
}

/** The backup a database was restored from that nobody released yet (`outgoing_hold`). */
export async function restoredFromOf(client: pg.ClientBase): Promise<string | null> {
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('public.outgoing_hold') is not null there`,
  );
  if (!there[0]!.there) return null;
  const { rows } = await client.query<{ id: string }>('select backup_id id from public.outgoing_hold');
  return rows[0]?.id ?? null;
}

/** What it was restored from may belong to a server that lives, and its own backups would be taken for that one's. */
export const unreleased = (id: string): BackupProblem =>
  new BackupProblem(
    'refused',
    `This OpenSeat was restored from the backup ${id} and not released since (Console → Backups): until then it makes no backups in the same folder. Set BACKUP_DIR to another one if this is a drill.`,
  );

/** How often the log goes at the latest. `alter system` takes no values apart from its words. */
async function pace(client: pg.ClientBase, loseMinutes: number): Promise<void> {
  await client.query(`alter system set archive_timeout = '${Math.round(loseMinutes)}min'`);
  await client.query('select pg_reload_conf()');
}

/** Migrations that ran; none in a database that is no product's. */
export async function schemaOf(client: pg.ClientBase): Promise<[string, string][]> {
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migration') is not null there`,
  );
  if (!there[0]!.there) return [];
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from public.schema_migration order by name',
  );
  return rows.map(({ name, hash }) => [name, hash]);
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function walBytes(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) bytes += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
