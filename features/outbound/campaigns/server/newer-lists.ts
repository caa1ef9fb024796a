import { sql } from 'kysely';
import { momentOfMs } from '#platform/server/db/moments.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import { NO_CALL_DAY_GONE, REGISTER_IN_FORCE } from '#features/outbound/do-not-call/contract.ts';
import type { WaitsFor } from '../core/after-end.ts';
import { wakeDialler } from './move-campaign.ts';

/** What somebody rested for is over: they are asked about again. */
const askAgain =
  ({ db, clock }: Pick<World, 'db' | 'clock'>, restedFor: WaitsFor) =>
  ({ tenantId }: { tenantId: number }): Promise<void> =>
    db.tenant({ tenantId }, async (tx) => {
      const { rows } = await sql<{ campaignId: number }>`
        with again as (
          update campaign_customer set next_at = ${momentOfMs(clock.nowMs())}, waits_for = null, updated_at = now()
          where waits_for = ${restedFor} and task_state = 0 and not is_set_aside returning campaign_id)
        select distinct campaign_id "campaignId" from again`.execute(tx.as());
      for (const { campaignId } of rows) await wakeDialler(tx, campaignId);
    });

/** A newer copy of a country's list is there, or a day without calls is none any more. */
export const newerLists = (world: Pick<World, 'db' | 'clock'>): NonNullable<ServerFeature['subscriptions']> => ({
  [REGISTER_IN_FORCE]: askAgain(world, 'oldList'),
  [NO_CALL_DAY_GONE]: askAgain(world, 'dayOff'),
});
