import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';

const DAY_MS = 86_400_000;

/**
 * SQL: of every tenant, for whoever runs the installation: calls that go on (`now`), of this day of UTC (`today`) and of the last thirty
 * days (`days30`). One pass over an index.
 */
export const callsOfTenants = (nowMs: number) => sql`(
  select tenant_id, count(*) filter (where ended_at is null and started_at > ${new Date(nowMs - DAY_MS)})::int "now",
    count(*) filter (where started_at >= ${new Date(Math.floor(nowMs / DAY_MS) * DAY_MS)})::int today, count(*)::int days30
  from call_record where started_at >= ${new Date(nowMs - 30 * DAY_MS)} group by tenant_id)`;

/** SQL: calls that go on in these tenants; `tenant_id` and `calls`. */
export const livingCalls = sql`(
  select tenant_id, count(*)::int calls from call_record where ended_at is null group by tenant_id)`;

/** The days of UTC since then on which a tenant had calls, with the minutes that were talked. */
export async function callDaysOf(tx: Tx, tenantId: number, sinceMs: number): Promise<CallDay[]> {
  const { rows } = await sql<CallDay>`
    select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') "day", count(*)::int calls,
      round(sum(talk_sec) / 60.0)::int minutes
    from call_record where tenant_id = ${tenantId} and started_at >= ${new Date(sinceMs)} group by 1 order by 1`.execute(
    tx.as(),
  );
  return rows;
}

export interface CallDay {
  day: string;
  calls: number;
  minutes: number;
}
