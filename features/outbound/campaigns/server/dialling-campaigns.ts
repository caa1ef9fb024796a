import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';
import { campaignColumns, type CampaignRow } from './campaigns.repo.ts';

/** SQL: of a `campaign c` that calls by itself and runs, or stands still for a reason that passes (`shared/codes/task-pause-reason.ts`). */
const isDialling = sql`c.removed_at is null and c.kind in ('dialer', 'ai') and (c.state = 'running' or (c.state = 'paused' and c.pause_reason >= 4))`;

/** Those of a tenant, the most urgent first. */
export async function diallingCampaigns(tx: TenantTx): Promise<CampaignRow[]> {
  const { rows } = await sql<CampaignRow>`
    select ${campaignColumns} from campaign c where ${isDialling} order by c.priority desc, c.id`.execute(tx.as());
  return rows;
}

/** Tenants that have some, or attempts of theirs that have not ended. */
export async function tenantsDialling(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ tenantId: number }>`
    select distinct c.tenant_id "tenantId" from campaign c where ${isDialling}
    union select distinct a.tenant_id from campaign_attempt a join campaign c on c.id = a.campaign_id where a.ended_at is null and c.kind in ('dialer', 'ai')`.execute(
    tx.as(),
  );
  return rows.map(({ tenantId }) => tenantId);
}
