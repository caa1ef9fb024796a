import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** SQL: whether a flow calls for the team at all. */
export const HAS_AI_CAMPAIGNS = `exists (select from campaign where kind = 'ai')`;

/** The campaigns a flow talks for, the newest first. */
export async function campaignsOfFlow(tx: TenantTx, flowId: number): Promise<{ id: number; name: string }[]> {
  return (
    await sql<{ id: number; name: string }>`
      select id, name from campaign where removed_at is null and kind = 'ai' and flow_id = ${flowId} order by id desc`.execute(
      tx.as(),
    )
  ).rows;
}
