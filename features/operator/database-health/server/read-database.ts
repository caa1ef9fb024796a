import { sql } from 'kysely';
import type { Db, Tx } from '#platform/server/db/db.ts';
import { growingTables } from '#platform/server/db/growing-tables.ts';
import type { DatabaseReport, DatabaseTable } from '../contract.ts';
import {
  healthStandings,
  judgeDatabase,
  standingOf,
  type HealthFinding,
  type IndexFigures,
  type ReplicaFigures,
  type TableFigures,
} from '../core/judge-database.ts';

interface ServerRow {
  now: string;
  version: string;
  startedAt: string;
  countedSince: string;
  countedSeconds: number;
  bytes: number;
  used: number;
  most: number;
  transactionAge: number;
  cacheShare: number | null;
  damagedPages: number | null;
  keptLogBytes: number;
  isAutovacuumOn: boolean;
  seesAll: boolean;
}

type TableRow = TableFigures & Pick<DatabaseTable, 'vacuumedAt' | 'analyzedAt'>;

/** How the database is, as its own statistics tell; nothing of it is a row of anybody. */
export const readDatabase = (db: Db): Promise<DatabaseReport> =>
  db.everyTenant('the database belongs to no tenant', async (tx) => {
    const server = await readServer(tx);
    const tables = await readTables(tx);
    const longest = await longestTransaction(tx);
    const replicas = await readReplicas(tx);
    const findings = judgeDatabase({
      ...server,
      connections: { used: server.used, most: server.most },
      tables,
      indexes: await readIndexes(tx),
      longestTransaction: longest,
      replicas,
    });
    const { now, version, startedAt, countedSince, bytes, used, most, transactionAge, cacheShare, seesAll } = server;
    return {
      now,
      version,
      startedAt,
      countedSince,
      standing: standingOf(findings),
      findings,
      bytes,
      connections: { used, most },
      longestTransactionSeconds: longest?.seconds ?? null,
      transactionAge,
      cacheShare,
      replicas,
      seesAll,
      tables: inOrder(tables, findings),
    };
  });

function inOrder(tables: readonly TableRow[], findings: readonly HealthFinding[]): DatabaseTable[] {
  const judged = tables.map(({ changedSinceAnalyze: _changed, ...table }) => ({
    ...table,
    grows: growingTables.has(table.name),
    standing: standingOf(findings.filter(({ about }) => about === table.name)),
  }));
  return judged.toSorted(
    (a, b) =>
      healthStandings.indexOf(b.standing) - healthStandings.indexOf(a.standing) ||
      b.bytes + b.indexBytes - a.bytes - a.indexBytes ||
      a.name.localeCompare(b.name),
  );
}

/** SQL: somebody's connection. Of other roles a plain one sees that they are there, and no more. */
const isClient = sql`a.datid is not null and a.usesysid is not null and coalesce(a.backend_type, 'client backend') = 'client backend'`;

async function readServer(tx: Tx): Promise<ServerRow> {
  const { rows } = await sql<ServerRow>`
    select now() now, current_setting('server_version') version, pg_postmaster_start_time() "startedAt",
      coalesce(d.stats_reset, pg_postmaster_start_time()) "countedSince",
      extract(epoch from now() - coalesce(d.stats_reset, pg_postmaster_start_time()))::float8 "countedSeconds",
      pg_database_size(current_database())::float8 bytes,
      (select count(*) from pg_stat_activity a where ${isClient})::float8 used,
      (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int)::float8 most,
      (select age(datfrozenxid) from pg_database where datname = current_database())::float8 "transactionAge",
      d.blks_hit::float8 / nullif(d.blks_hit + d.blks_read, 0) "cacheShare",
      d.checksum_failures::float8 "damagedPages",
      case when pg_is_in_recovery() then 0 else coalesce((
        select max(pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn)) from pg_replication_slots s where not s.active), 0) end::float8 "keptLogBytes",
      current_setting('autovacuum')::boolean and current_setting('track_counts')::boolean "isAutovacuumOn",
      not exists (select 1 from pg_stat_activity a where ${isClient} and a.backend_type is null) and not exists (select 1 from pg_stat_replication where state is null) "seesAll"
    from pg_stat_database d where d.datname = current_database()`.execute(tx.as());
  return rows[0]!;
}

/** How wide rows are tells how much room they need; what a table has beyond it is an estimate of what it could give back. */
async function readTables(tx: Tx): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`
    with width as (select schemaname, tablename, sum((1 - null_frac) * avg_width) bytes from pg_stats group by 1, 2)
    select case s.schemaname when 'public' then s.relname else s.schemaname || '.' || s.relname end "name",
      greatest(s.n_live_tup, 0)::float8 "rows", s.n_dead_tup::float8 "deadRows",
      pg_table_size(s.relid)::float8 bytes, pg_indexes_size(s.relid)::float8 "indexBytes",
      case when c.reltuples > 0 and w.bytes is not null then
        greatest(0, pg_relation_size(s.relid) - ceil(c.reltuples * (32 + w.bytes)
          * 100 / coalesce((select option_value::float8 from pg_options_to_table(c.reloptions) where option_name = 'fillfactor'), 100)))
        else 0 end::float8 "bloatBytes",
      age(c.relfrozenxid)::float8 "transactionAge", s.n_mod_since_analyze::float8 "changedSinceAnalyze",
      s.seq_scan::float8 "sequentialScans", coalesce(s.idx_scan, 0)::float8 "indexScans",
      greatest(s.last_vacuum, s.last_autovacuum) "vacuumedAt", greatest(s.last_analyze, s.last_autoanalyze) "analyzedAt"
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    left join width w on w.schemaname = s.schemaname and w.tablename = s.relname`.execute(tx.as());
  return rows;
}

async function readIndexes(tx: Tx): Promise<IndexFigures[]> {
  const { rows } = await sql<IndexFigures>`
    select s.indexrelname "name", s.relname "table", pg_relation_size(s.indexrelid)::float8 bytes, s.idx_scan::float8 scans, i.indisvalid "isValid",
      exists (select 1 from pg_stat_progress_create_index p where p.index_relid = s.indexrelid) "isBuilding",
      i.indisunique or exists (select 1 from pg_constraint k where k.conindid = s.indexrelid) "isKey"
    from pg_stat_user_indexes s join pg_index i on i.indexrelid = s.indexrelid
    where s.idx_scan = 0 or not i.indisvalid`.execute(tx.as());
  return rows;
}

async function longestTransaction(tx: Tx): Promise<{ seconds: number; isIdle: boolean } | null> {
  const { rows } = await sql<{ seconds: number; isIdle: boolean }>`
    select extract(epoch from clock_timestamp() - xact_start)::float8 seconds, state like 'idle in transaction%' "isIdle"
    from pg_stat_activity
    where xact_start is not null and backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()
    order by xact_start limit 1`.execute(tx.as());
  return rows[0] ?? null;
}

async function readReplicas(tx: Tx): Promise<ReplicaFigures[]> {
  const { rows } = await sql<ReplicaFigures>`
    select coalesce(nullif(application_name, ''), client_addr::text, pid::text) "name",
      case when replay_lsn is not null then coalesce(extract(epoch from replay_lag), 0) end::float8 "lagSeconds",
      case when replay_lsn is not null and not pg_is_in_recovery() then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) end::float8 "lagBytes"
    from pg_stat_replication where state is distinct from 'backup' order by 1`.execute(tx.as());
  return rows;
}
