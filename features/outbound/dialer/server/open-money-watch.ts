import { dueMembers, RESTS_FOR_MS, type CampaignRow } from '#features/outbound/campaigns/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { pauseOfRefusal } from '../core/pause-watch.ts';
import type { EngineParts } from './engine-parts.ts';
import type { MoneyWatch } from './money-watch.ts';

interface MoneyWatchParts extends Pick<EngineParts, 'db' | 'clock' | 'room' | 'plans'> {
  tenantId: number;
}

/** Whoever is next; without an id, they are not due. */
interface NextMember {
  id?: number;
  number: string;
}

/** So many of whoever is next. */
const ASKED_FOR_PRICE = 20;

export function openMoneyWatch({ tenantId, db, clock, room, plans }: MoneyWatchParts): MoneyWatch {
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

  return { isPaid, hasPriceCome };
}
