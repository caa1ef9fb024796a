import { sql } from 'kysely';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import { REGISTER_IN_FORCE } from '#features/outbound/do-not-call/contract.ts';
import { wakeDialler } from './move-campaign.ts';

/** A newer copy of a country's list is there: whoever rested for it is asked about again. */
export const newerLists = ({ db }: Pick<World, 'db'>): NonNullable<ServerFeature['subscriptions']> => ({
  [REGISTER_IN_FORCE]: ({ tenantId }: { tenantId: number }) =>
    db.tenant({ tenantId }, async (tx) => {
      const { rows } = await sql<{ campaignId: number }>`
        with again as (
          update campaign_customer set next_at = now(), waits_for = null, updated_at = now()
          where waits_for = 'oldList' and task_state = 0 and not is_set_aside returning campaign_id)
        select distinct campaign_id "campaignId" from again`.execute(tx.as());
      for (const { campaignId } of rows) await wakeDialler(tx, campaignId);
    }),
});
