import { findCampaign } from '#features/outbound/campaigns/server/index.ts';
import { forecastOfCampaign, type CampaignEngine, type LiveCampaign } from '#features/outbound/dialer/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import type { aiTasksApi, AiNow } from '../contract.ts';

/** How tasks stand at this moment, where the engine that calls for them lives. */
export const liveHandlers = (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  engine: Pick<CampaignEngine, 'live'>,
): Handlers<Pick<typeof aiTasksApi, 'live'>> => ({
  live: (caller, { id }) =>
    db.tenant(caller, async (tx) => {
      const task = await findCampaign(tx, 'ai', id);
      const live = engine.live(caller.tenantId, id);
      return { calls: live && shownCalls(live), forecast: await forecastOfCampaign(tx, task, clock.nowMs()) };
    }),
});

const shownCalls = ({ dialling, ringing, waiting, talking, startsPerSec, limit }: LiveCampaign): AiNow['calls'] => ({
  dialling,
  ringing,
  // The flow is there at once: who was answered is talked to.
  talking: talking + waiting,
  startsPerSec,
  limit,
});
