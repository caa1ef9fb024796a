import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { TOTAL_CAP, type LogFilter } from '../contract.ts';

export interface LogRow {
  id: number;
  at: string;
  user_id: number | null;
  user_name: string;
  module: string;
  action: string;
  target: string | null;
  outcome: number;
  address: string;
}

export interface LogDetailRow extends LogRow {
  change: { before?: unknown; after?: unknown } | null;
  request_id: string;
}

const columns = sql`l.id, l.at, l.user_id, l.user_name, l.module, l.action, l.target, l.outcome, l.address`;

/** Entries of the tenant; nothing here writes. */
export function operationLogRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async page(
      filter: LogFilter & Concerned,
      { size, offset, beforeId }: { size: number; offset: number; beforeId?: number | undefined },
    ): Promise<LogRow[]> {
      const found =
        await sql<LogRow>`select ${columns} from operation_log l where ${matching(filter)} and ${olderThan(beforeId)} ${newestFirst} limit ${size} offset ${offset}`.execute(
          rows,
        );
      return found.rows;
    },
    /** Entries with their changes, for files. */
    async details(
      filter: LogFilter,
      { size, beforeId }: { size: number; beforeId?: number | undefined },
    ): Promise<LogDetailRow[]> {
      const found =
        await sql<LogDetailRow>`select ${columns}, l.change, l.request_id from operation_log l where ${matching(filter)} and ${olderThan(beforeId)} ${newestFirst} limit ${size}`.execute(
          rows,
        );
      return found.rows;
    },
    async count(filter: LogFilter): Promise<number> {
      const found = await sql<{
        total: number;
      }>`select count(*) total from operation_log l where ${matching(filter)}`.execute(rows);
      return found.rows[0]!.total;
    },
    /** Counts no further than one beyond the cap. */
    async total(filter: LogFilter & Concerned): Promise<number> {
      const found = await sql<{
        total: number;
      }>`select count(*) total from (select 1 from operation_log l where ${matching(filter)} limit ${TOTAL_CAP + 1}) counted`.execute(
        rows,
      );
      return found.rows[0]!.total;
    },
    async detail(id: number): Promise<LogDetailRow | undefined> {
      const found =
        await sql<LogDetailRow>`select ${columns}, l.change, l.request_id from operation_log l where l.id = ${id}`.execute(
          rows,
        );
      return found.rows[0];
    },
    async people(): Promise<{ userId: number; name: string }[]> {
      const found = await sql<{
        userId: number;
        name: string;
      }>`select user_id as "userId", nick_name as name from member order by nick_name limit 2000`.execute(rows);
      return found.rows;
    },
  };
}

const newestFirst = sql`order by l.at desc, l.id desc`;

const olderThan = (id: number | undefined): RawBuilder<unknown> =>
  id === undefined ? sql`true` : sql`(l.at, l.id) < (select b.at, b.id from operation_log b where b.id = ${id})`;

/** Of what operators did, only what concerns one tenant: the target begins with its id. */
interface Concerned {
  tenantId?: number | undefined;
}

/** The entries a filter means, as a condition on `l`. */
function matching(filter: LogFilter & Concerned): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (filter.module) parts.push(sql`l.module = ${filter.module}`);
  if (filter.action) parts.push(sql`l.action = ${filter.action}`);
  if (filter.userId) parts.push(sql`l.user_id = ${filter.userId}`);
  if (filter.userName) parts.push(sql`l.user_name ilike ${containing(filter.userName)}`);
  if (filter.target) parts.push(sql`l.target ilike ${containing(filter.target)}`);
  if (filter.tenantId)
    parts.push(sql`(l.target = ${String(filter.tenantId)} or l.target like ${`${filter.tenantId} %`})`);
  if (filter.from) parts.push(sql`l.at >= ${`${filter.from}+00`}::timestamptz`);
  if (filter.to) parts.push(sql`l.at < ${`${filter.to}+00`}::timestamptz`);
  if (filter.outcome) parts.push(filter.outcome === 'done' ? sql`l.outcome = 0` : sql`l.outcome <> 0`);
  return sql.join(parts, sql` and `);
}

const containing = (words: string): string => `%${words.replace(/[\\%_]/g, '\\$&')}%`;
