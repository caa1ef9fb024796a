import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';

const HERE_MINUTES = 15;

/** The figures of the start page that belong to no other capability. */
export const homeRepo = (tx: TenantTx) => ({
  async people(nowMs: number): Promise<{ members: number; hereNow: number }> {
    const { rows } = await sql<{ members: number; here_now: number }>`
      select (select count(*) from member where enabled) members,
        (select count(distinct user_id) from session where ended_at is null and last_seen_at > ${momentOfMs(nowMs)} - ${HERE_MINUTES} * interval '1 minute') here_now`.execute(
      tx.as(),
    );
    return { members: rows[0]!.members, hereNow: rows[0]!.here_now };
  },
});
