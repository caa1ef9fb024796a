import { hoursOf, paceSince, type CampaignRow } from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import { forecastEnd } from '../core/end-forecast.ts';
import type { DialerForecast } from '../contract.ts';

/** The pace is that of so long. */
const LATELY_MS = 3_600_000;

/** When a campaign will be through. Of customers in several zones the hours of the team stand for theirs: nobody knows who is called when. */
export async function forecastOfCampaign(tx: TenantTx, task: CampaignRow, nowMs: number): Promise<DialerForecast> {
  const open = task.customers - task.completed;
  if (task.state !== 'running' && open > 0) return { is: 'unknown' };
  const { done, firstMs } = await paceSince(tx, task.id, nowMs - LATELY_MS);
  const hours = hoursOf(task);
  const end = forecastEnd(
    {
      open,
      done,
      inMs: firstMs === null ? 0 : nowMs - firstMs,
      hours: hours && { timeZone: await tenantZone(tx), ...hours },
      expiresAtMs: task.expiresAt === null ? null : fromWireTime(task.expiresAt),
    },
    nowMs,
  );
  return 'atMs' in end ? { ...end, at: toWireTime(end.atMs) } : end;
}
