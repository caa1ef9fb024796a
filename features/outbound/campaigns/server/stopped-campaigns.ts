import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';

export interface StoppedCampaigns {
  tenantId: number;
  tenantName: string;
  campaigns: number;
}

/** A page shows so many; the rest come up as these are done. */
const TENANTS = 50;

/** Tenants whose campaigns that dial by themselves were stopped by the installation since then (UTC) and stand still, most of them first. */
export async function stoppedCampaigns(tx: Tx, since: string): Promise<StoppedCampaigns[]> {
  const { rows } = await sql<StoppedCampaigns>`
    select c.tenant_id "tenantId", t.name "tenantName", count(*)::int campaigns
    from campaign c join tenant t on t.id = c.tenant_id
    where c.removed_at is null and c.state = 'paused' and c.pause_reason = ${sql.lit(TaskPauseReason.superAdminPaused)}
      and c.paused_at >= ${since}::timestamp at time zone 'UTC'
    group by 1, 2 order by 3 desc, 2 limit ${TENANTS}`.execute(tx.as());
  return rows;
}
