import {
  campaignsRepo,
  dueMembers,
  moveCampaign,
  teamHours,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import { isUnavailable, type TenantTx } from '#platform/server/db/db.ts';
import { isLeaseLost } from '#platform/server/leases/lease.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { pauseOfRoom } from '../core/pause-watch.ts';
import type { EngineParts } from './engine-parts.ts';
import { openMoneyWatch } from './open-money-watch.ts';
import type { PauseWatch } from './pause-watch.ts';

interface PauseWatchParts extends Pick<EngineParts, 'db' | 'clock' | 'log' | 'room' | 'doors' | 'plans'> {
  tenantId: number;
}

const BELIEVED_MS = 5_000;
const LOOK_EVERY_MS = 30_000;
/** While those who are next turn out to have no price one after another. */
const NEXT_ONES_MS = 1_000;

export function openPauseWatch({ tenantId, db, clock, log, room, doors, plans }: PauseWatchParts): PauseWatch {
  const believed = new Map<number, { untilMs: number; reason: TaskPauseReason | null }>();
  const money = openMoneyWatch({ tenantId, db, clock, room, plans });

  async function ask({ id, kind }: CampaignRow): Promise<TaskPauseReason | null> {
    for (const door of doors()) {
      const answer = await door(tenantId, { id, kind: kind === 'ai' ? 'ai' : 'dialer' }).catch((problem: unknown) => {
        if (isUnavailable(problem) || isLeaseLost(problem)) throw problem;
        // A door that cannot tell keeps nobody, and no other campaign, from calling: the plan of each call has the last word.
        log.error({ err: problem, tenantId, campaignId: id }, 'whether a campaign may run could not be asked');
        return null;
      });
      if (answer) return answer.pauses;
    }
    return null;
  }

  async function whyNot(campaign: CampaignRow): Promise<TaskPauseReason | null> {
    const nowMs = clock.monotonicMs();
    const known = believed.get(campaign.id);
    if (known && known.untilMs > nowMs) return known.reason;
    const reason = await ask(campaign);
    believed.set(campaign.id, { untilMs: nowMs + BELIEVED_MS, reason });
    return reason;
  }

  /** Null: it still holds; else the moment it is over. */
  async function endsAt(tx: TenantTx, campaign: CampaignRow, nowMs: number): Promise<number | null> {
    const lines = pauseOfRoom(await room(tx, { routerId: campaign.routerId ?? 0, nowMs }));
    if (campaign.pauseReason === TaskPauseReason.routeMissing) return lines === campaign.pauseReason ? null : nowMs;
    const closed = teamHours(campaign, await tenantZone(tx), nowMs);
    if (closed) return closed.untilMs;
    if (lines === TaskPauseReason.scheduledPause) return null;
    return Math.max(nowMs, (await dueMembers(tx).nextMs(campaign)) ?? nowMs);
  }

  async function goOn(tx: TenantTx, { id }: CampaignRow, reason: TaskPauseReason, isPriced = false): Promise<void> {
    const nowMs = clock.nowMs();
    if (isPriced) await dueMembers(tx).priceCame(id, nowMs);
    await moveCampaign(tx, id, { type: 'pauseEnded', reason }, nowMs);
  }

  return {
    whyNot,
    forget: () => believed.clear(),
    async pause(campaignId, reason) {
      await db.tenant({ tenantId }, async (tx) => {
        if (await campaignsRepo(tx).find(campaignId))
          await moveCampaign(tx, campaignId, { type: 'paused', reason }, clock.nowMs());
      });
    },
    async look(campaign) {
      const reason = campaign.pauseReason!;
      if (reason !== TaskPauseReason.routeMissing && reason !== TaskPauseReason.scheduledPause) {
        const isPaidNow = (await whyNot(campaign)) === null && (await money.isPaid(campaign));
        if (isPaidNow === 'lookOn') return NEXT_ONES_MS;
        if (isPaidNow) {
          const isPriced = await money.hasPriceCome(campaign);
          await db.tenant({ tenantId }, (tx) => goOn(tx, campaign, reason, isPriced));
        }
        return LOOK_EVERY_MS;
      }
      if ((await whyNot(campaign)) === reason) return LOOK_EVERY_MS;
      return db.tenant({ tenantId }, async (tx) => {
        const nowMs = clock.nowMs();
        const atMs = await endsAt(tx, campaign, nowMs);
        if (atMs !== null && atMs <= nowMs) await goOn(tx, campaign, reason);
        return atMs === null ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, Math.max(0, atMs - nowMs));
      });
    },
  };
}
