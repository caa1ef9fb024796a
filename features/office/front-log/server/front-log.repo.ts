import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { FrontProblem } from '../contract.ts';

export interface NewProblem extends Omit<FrontProblem, 'id' | 'count' | 'firstSeen' | 'lastSeen'> {
  fingerprint: string;
  userId: number;
}

/** Mistakes of pages, of one tenant. */
export function frontLogRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** Counts it; of the details the latest are kept. */
    async add({ fingerprint, userId, message, stack, path, userAgent, version }: NewProblem): Promise<void> {
      await sql`
        insert into front_log (fingerprint, day, message, stack, path, user_agent, version, user_id)
        values (${fingerprint}, current_date, ${message}, ${stack}, ${path}, ${userAgent}, ${version}, ${userId})
        on conflict (tenant_id, fingerprint, day) do update set count = front_log.count + 1, stack = excluded.stack, path = excluded.path,
          user_agent = excluded.user_agent, version = excluded.version, user_id = excluded.user_id, last_seen = now()`.execute(
        rows,
      );
    },
    async page(
      search: string | undefined,
      { size, offset }: { size: number; offset: number },
    ): Promise<{ list: FrontProblem[]; total: number }> {
      const matching = search ? sql`message ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`;
      const found = await sql<FrontProblem & { total: number }>`
        with latest as (
          select distinct on (fingerprint) fingerprint id, message, stack, path, user_agent "userAgent", version,
            sum(count) over same count, min(first_seen) over same "firstSeen", max(last_seen) over same "lastSeen"
          from front_log where ${matching} window same as (partition by fingerprint) order by fingerprint, day desc)
        select *, count(*) over () total from latest order by "lastSeen" desc, id limit ${size} offset ${offset}`.execute(
        rows,
      );
      return { list: found.rows, total: found.rows[0]?.total ?? 0 };
    },
  };
}
