import {
  campaignsRepo,
  dueMembers,
  moveCampaign,
  RESTS_FOR_MS,
  teamHours,
  type CampaignRow,
} from '#features/outbound/campaigns/server/index.ts';
import { isUnavailable, type TenantTx } from '#platform/server/db/db.ts';
import { isLeaseLost } from '#platform/server/leases/lease.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { pauseOfRefusal, pauseOfRoom } from '../core/pause-watch.ts';
import type { EngineParts } from './engine-parts.ts';

interface PauseWatchParts extends Pick<EngineParts, 'db' | 'clock' | 'log' | 'room' | 'doors' | 'plans'> {
  tenantId: number;
}

/** What makes campaigns stand still without anybody's word, and lets them go on. */
export interface PauseWatch {
  /** Whether somebody keeps it from running; believed for a few seconds. */
  whyNot(campaign: CampaignRow): Promise<TaskPauseReason | null>;
  pause(campaignId: number, reason: TaskPauseReason): Promise<void>;
  /** Looks whether what paused it is over; answers when it is worth looking again, in milliseconds. */
  look(campaign: CampaignRow): Promise<number>;
  /** What was believed is asked anew. */
  forget(): void;
}

/** Whoever is next; without an id, they are not due. */
interface NextMember {
  id?: number;
  number: string;
}

const BELIEVED_MS = 5_000;
const LOOK_EVERY_MS = 30_000;
/** While those who are next turn out to have no price one after another. */
const NEXT_ONES_MS = 1_000;
/** So many of whoever is next. */
const ASKED_FOR_PRICE = 20;

export function openPauseWatch({ tenantId, db, clock, log, room, doors, plans }: PauseWatchParts): PauseWatch {
  const believed = new Map<number, { untilMs: number; reason: TaskPauseReason | null }>();

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

  /**
   * What the plan of any call would be refused for: the account and its money are not about who is called. Who is next and has no price
   * rests for it alone, so that those behind them are looked at: else a list that begins with them would stand still for all the others.
   */
  async function isPaid(campaign: CampaignRow): Promise<boolean | 'lookOn'> {
    const nowMs = clock.nowMs();
    const { lines, members } = await db.tenant({ tenantId }, async (tx) => ({
      lines: await room(tx, { routerId: campaign.routerId ?? 0, nowMs }),
      members: await nextOf(tx, campaign, nowMs),
    }));
    if (lines.is === 'spent') return false;
    if (members.length === 0 || (await mayCallAny(campaign, members))) return true;
    const resting = members.flatMap(({ id }) => (id === undefined ? [] : { id, untilMs: nowMs + RESTS_FOR_MS }));
    if (campaign.pauseReason !== TaskPauseReason.pricingError || resting.length === 0) return false;
    await db.tenant({ tenantId }, (tx) =>
      dueMembers(tx).waitUntil(resting.map((one) => ({ ...one, waitsFor: 'noPrice' as const }))),
    );
    return 'lookOn';
  }

  /** Whether any of them may be called, as far as what it stands still for goes. */
  async function mayCallAny(campaign: CampaignRow, members: readonly { number: string }[]): Promise<boolean> {
    const { routerId, kind, pauseReason } = campaign;
    for (const { number } of members) {
      const refused = await plans.whyNotNow({ tenantId, number, routerId: routerId ?? 0, byFlow: kind === 'ai' });
      // One that stands still for something else now is told so by its next call, which pauses it again.
      if (!refused || pauseOfRefusal(refused.refused, refused.detail ?? '', false) !== pauseReason) return true;
    }
    return false;
  }

  /**
   * Money is the same for all of them, a price is not: of several one may have it. Where nobody is due, those who rest for it decide: others who
   * are called tomorrow would let it go on now, to try those who have none again.
   */
  async function nextOf(tx: TenantTx, campaign: CampaignRow, nowMs: number): Promise<NextMember[]> {
    const due = dueMembers(tx);
    if (campaign.pauseReason !== TaskPauseReason.pricingError) return due.hold(campaign, nowMs, 1);
    const now = await due.hold(campaign, nowMs, ASKED_FOR_PRICE);
    if (now.length > 0) return now;
    const resting = await due.restingForPrice(campaign.id, ASKED_FOR_PRICE);
    if (resting.length > 0) return resting;
    // They wait for something else, and go on waiting for it.
    const later = await due.hold(campaign, nowMs + RESTS_FOR_MS, ASKED_FOR_PRICE);
    return later.map(({ number }) => ({ number }));
  }

  /** Whoever rests for a price is called when it came for them: that somebody else has one is no reason to try them again. */
  async function hasPriceCome(campaign: CampaignRow): Promise<boolean> {
    if (campaign.pauseReason !== TaskPauseReason.pricingError) return false;
    const resting = await db.tenant({ tenantId }, (tx) => dueMembers(tx).restingForPrice(campaign.id, ASKED_FOR_PRICE));
    return mayCallAny(campaign, resting);
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
        const isPaidNow = (await whyNot(campaign)) === null && (await isPaid(campaign));
        if (isPaidNow === 'lookOn') return NEXT_ONES_MS;
        if (isPaidNow) {
          const isPriced = await hasPriceCome(campaign);
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
