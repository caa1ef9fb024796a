import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';

interface OperationRow {
  module: string;
  action: string;
  target: string | null;
  outcome: number;
  at: string;
}

const HERE_MINUTES = 15;
const RECENT = 5;

/** The figures of the start page. */
export function homeRepo(tx: TenantTx) {
  return {
    /** My own operations since midnight of a zone; the zone falls back to the tenant's. */
    async operationsSinceMidnight(userId: number, zone: string | null, nowMs: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        with day as (select coalesce(${zone}::text, (select default_zone from tenant)) zone, ${momentOfMs(nowMs)} now)
        select count(*) count from operation_log, day
        where user_id = ${userId} and at >= date_trunc('day', day.now at time zone day.zone) at time zone day.zone`.execute(
        tx.as(),
      );
      return rows[0]!.count;
    },

    async lastOperations(userId: number): Promise<OperationRow[]> {
      const { rows } =
        await sql<OperationRow>`select module, action, target, outcome, at from operation_log where user_id = ${userId} order by id desc limit ${RECENT}`.execute(
          tx.as(),
        );
      return rows;
    },

    async people(nowMs: number): Promise<{ members: number; hereNow: number }> {
      const { rows } = await sql<{ members: number; here_now: number }>`
        select (select count(*) from member where enabled) members,
          (select count(distinct user_id) from session where ended_at is null and last_seen_at > ${momentOfMs(nowMs)} - ${HERE_MINUTES} * interval '1 minute') here_now`.execute(
        tx.as(),
      );
      return { members: rows[0]!.members, hereNow: rows[0]!.here_now };
    },
  };
}
