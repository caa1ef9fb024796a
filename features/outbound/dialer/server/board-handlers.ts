import { dayOf, startOfDay } from '#core/calendar/day-range.ts';
import {
  answeredSince,
  dialedFigures,
  findCampaign,
  hoursOf,
  hoursSince,
  paceSince,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import { forecastEnd } from '../core/end-forecast.ts';
import type { dialerApi, DialerForecast } from '../contract.ts';
import type { CampaignEngine } from './engine.ts';
import { shownNow } from './shown-dialer.ts';

type BoardApi = Pick<typeof dialerApi, 'board' | 'figures'>;

const THIRTY_DAYS_MS = 30 * 86_400_000;
/** The pace is that of so long. */
const LATELY_MS = 3_600_000;

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
          forecast: await forecastOf(tx, task, teamZone, nowMs),
          hours: await hoursSince(tx, id, zone, todayMs),
        };
      }),
    figures: (caller, { id }) =>
      db.tenant(caller, async (tx) => {
        await findCampaign(tx, 'dialer', id);
        return dialedFigures(tx, id, caller.timeZone ?? (await tenantZone(tx)));
      }),
  };
}

/** Of customers in several zones the hours of the team stand for theirs: nobody knows who is called when. */
async function forecastOf(tx: TenantTx, task: CampaignRow, zone: string, nowMs: number): Promise<DialerForecast> {
  const open = task.customers - task.completed;
  if (task.state !== 'running' && open > 0) return { is: 'unknown' };
  const { done, firstMs } = await paceSince(tx, task.id, nowMs - LATELY_MS);
  const hours = hoursOf(task);
  const end = forecastEnd(
    {
      open,
      done,
      inMs: firstMs === null ? 0 : nowMs - firstMs,
      hours: hours && { timeZone: zone, ...hours },
      expiresAtMs: task.expiresAt === null ? null : fromWireTime(task.expiresAt),
    },
    nowMs,
  );
  return 'atMs' in end ? { ...end, at: toWireTime(end.atMs) } : end;
}
