import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { PreviewResult } from '#shared/codes/preview-result.ts';

export interface CustomersOfResult {
  result: PreviewResult;
  customers: number;
}

/** Customers of a campaign by what came of them, but for those who were taken out again. */
export async function customersByResult(tx: TenantTx, campaignId: number): Promise<CustomersOfResult[]> {
  const { rows } = await sql<CustomersOfResult>`
    select r.result, (select count(*) from campaign_customer x where x.campaign_id = ${campaignId} and x.result = r.result)
      - (select count(*) from campaign_customer x where x.campaign_id = ${campaignId} and x.result = r.result and x.closed_by = 'removed') customers
    from unnest('{0,1,2,3}'::smallint[]) r (result) order by 1`.execute(tx.as());
  return rows;
}
