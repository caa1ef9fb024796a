import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';

/** Campaigns that move on without anybody. */
export function clockedCampaignsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** All of its customers are done with. */
    async allDone(): Promise<number[]> {
      return (
        await sql<{
          id: number;
        }>`select id from campaign where removed_at is null and state in ('running', 'paused') and customers > 0 and completed >= customers order by id`.execute(
          rows,
        )
      ).rows.map(({ id }) => id);
    },
    /** Its time has come or is over. */
    async dueByClock(nowMs: number): Promise<number[]> {
      return (
        await sql<{ id: number }>`
          select id from campaign where removed_at is null and
            ((state = 'ready' and start_at <= ${momentOfMs(nowMs)}) or (state in ('draft', 'ready', 'running', 'paused') and expires_at <= ${momentOfMs(nowMs)}))`.execute(
          rows,
        )
      ).rows.map(({ id }) => id);
    },
  };
}
