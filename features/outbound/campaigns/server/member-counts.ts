import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';

/** Who is nobody's is counted so far and no further. */
const FREE_COUNTED = 1_000;

/** What is left for an agent in each of these campaigns. */
export async function memberCounts(
  tx: TenantTx,
  campaignIds: readonly number[],
  userId: number,
  nowMs: number,
): Promise<Map<number, { mine: number; due: number; free: number }>> {
  const { rows } = await sql<{ id: number; mine: number; due: number; free: number }>`
    select c.id, own.mine, own.due, (select count(*) from (select 1 from campaign_customer x where x.campaign_id = c.id and x.agent_id is null and x.task_state = 0 limit ${FREE_COUNTED}) free) free
    from unnest(${campaignIds}::bigint[]) c (id) cross join lateral (
      select count(*) mine, count(*) filter (where x.is_follow_up and x.next_at <= ${momentOfMs(nowMs)}) due
      from campaign_customer x where x.campaign_id = c.id and x.agent_id = ${userId} and x.task_state = 0) own`.execute(
    tx.as(),
  );
  return new Map(rows.map(({ id, mine, due, free }) => [id, { mine, due, free }]));
}
