import { dayOf, startOfDay } from '#core/calendar/day-range.ts';
import { answeredSince, dialledFigures, findCampaign, hoursSince } from '#features/outbound/campaigns/server/index.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import type { dialerApi } from '../contract.ts';
import type { CampaignEngine } from './engine.ts';
import { forecastOfCampaign } from './forecast-of-campaign.ts';
import { shownNow } from './shown-dialer.ts';

type BoardApi = Pick<typeof dialerApi, 'board' | 'figures'>;

const THIRTY_DAYS_MS = 30 * 86_400_000;

/** How tasks stand, and what they have come to. */
export function boardHandlers(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  engine: Pick<CampaignEngine, 'live'>,
): Handlers<BoardApi> {
  return {
    board: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        const task = await findCampaign(tx, 'dialer', id);
        const nowMs = clock.nowMs();
        const teamZone = await tenantZone(tx);
        const zone = caller.timeZone ?? teamZone;
        const live = task.state === 'running' ? engine.live(caller.tenantId, id) : null;
        const todayMs = startOfDay(dayOf(nowMs, zone), zone);
        return {
          now: live && shownNow(live),
          today: live?.today ?? (await answeredSince(tx, id, startOfDay(dayOf(nowMs, teamZone), teamZone))),
          thirtyDays: live?.thirtyDays ?? (await answeredSince(tx, id, nowMs - THIRTY_DAYS_MS)),
          allowedPerMille: task.abandonPerMille,
          open: task.customers - task.completed,
          forecast: await forecastOfCampaign(tx, task, nowMs),
          hours: await hoursSince(tx, id, zone, todayMs),
        };
      }),
    figures: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        await findCampaign(tx, 'dialer', id);
        return dialledFigures(tx, id, caller.timeZone ?? (await tenantZone(tx)));
      }),
  };
}
