import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, momentOfMsColumn } from '#platform/server/db/moments.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import type { WaitsFor } from '../core/after-end.ts';
import { CAMPAIGN_RESULT } from '../contract.ts';
import { announceToPrograms } from './campaign-news.ts';
import { campaignsRepo, type CampaignRow } from './campaigns.repo.ts';
import { finishIfDone } from './close-member.ts';
import { dueOrder } from './due-order.ts';
import { UNDER_WAY_HOURS } from './member-moves.repo.ts';
import type { CampaignMember } from './members.repo.ts';

/** A customer of a campaign whose turn it is. */
export type DueMember = Pick<
  CampaignMember,
  | 'id'
  | 'campaignId'
  | 'customerId'
  | 'number'
  | 'country'
  | 'name'
  | 'timeZone'
  | 'columns'
  | 'consent'
  | 'nextAt'
  | 'isFollowUp'
  | 'attempts'
>;

/** An attempt that was written down, and has not left. */
export interface BegunAttempt {
  id: number;
  callId: string;
  member: DueMember;
}

/** So many of those who rest are looked at, and so many digits tell where a number is. */
const [LOOKED_AT, PLACE_DIGITS] = [20_000, 5];

/** Customers of a campaign that a program calls by itself, one after the other. */
export function dueMembers(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /**
     * Who is next, the more urgent first; they are held until the end of the transaction, and whoever is held by somebody else is passed over.
     * By the index of who is due, one step for each priority.
     * Whoever has a call under way is not among them: the attempt moved them away, and who asks whether they may be called finds it.
     */
    async hold({ id, order }: Pick<CampaignRow, 'id' | 'order'>, nowMs: number, most: number): Promise<DueMember[]> {
      const way = dueOrder(order);
      const { rows: found } = await sql<DueMember>`
        select f.* from generate_series(9, 1, -1) p cross join lateral (
          select x.id, x.campaign_id "campaignId", x.customer_id "customerId", x.number, x.country, x.name, x.time_zone "timeZone", x.columns, x.consent,
            case when x.next_at > 'epoch' then x.next_at end "nextAt", x.is_follow_up "isFollowUp", x.attempts
          from campaign_customer x where x.campaign_id = ${id} and x.agent_id is null and x.task_state = 0 and x.priority = p and x.next_at <= ${momentOfMs(nowMs)}
          order by ${way} limit ${most} for update of x skip locked) f
        limit ${most}`.execute(rows);
      return found;
    },
    /** When the next of those who wait has to be called; null: nobody waits. */
    async nextMs({ id }: Pick<CampaignRow, 'id'>): Promise<number | null> {
      const { rows: found } = await sql<{ atMs: number | null }>`
        select min(f.at_ms) "atMs" from generate_series(9, 1, -1) p cross join lateral (
          select extract(epoch from x.next_at)::float8 * 1000 at_ms from campaign_customer x
          where x.campaign_id = ${id} and x.agent_id is null and x.task_state = 0 and x.priority = p and x.next_at < 'infinity'
          order by ${dueOrder('list')} limit 1) f`.execute(rows);
      return found[0]?.atMs ?? null;
    },
    /** Not before these moments. */
    async waitUntil(
      waits: readonly { id: number; untilMs: number; /** Where nobody can say how long. */ waitsFor?: WaitsFor }[],
    ): Promise<void> {
      if (waits.length > 0)
        await sql`update campaign_customer x set next_at = ${momentOfMsColumn('w.untilMs')}, waits_for = w."waitsFor", updated_at = now()
          from jsonb_to_recordset(${JSON.stringify(waits)}::jsonb) as w (id bigint, "untilMs" float8, "waitsFor" text) where x.id = w.id and not x.is_set_aside`.execute(
          rows,
        );
    },
    /** Some of those who rest for a price: of different places, since prices are of places, and others each time where there are many. */
    async restingForPrice(campaignId: number, most: number): Promise<Pick<DueMember, 'number'>[]> {
      const { rows: found } = await sql<Pick<DueMember, 'number'>>`
        select min(r.number) number from (
          select number from campaign_customer
          where waits_for = 'noPrice' and campaign_id = ${campaignId} and task_state = 0 and not is_set_aside limit ${sql.lit(LOOKED_AT)}) r
        group by left(r.number, ${sql.lit(PLACE_DIGITS)}) order by random() limit ${most}`.execute(rows);
      return found;
    },
    async isAnyUnpriced(campaignId: number): Promise<boolean> {
      const { rows: found } = await sql`
        select 1 from campaign_customer
        where waits_for = 'noPrice' and campaign_id = ${campaignId} and task_state = 0 and not is_set_aside limit 1`.execute(
        rows,
      );
      return found.length > 0;
    },
    /** There is a price again: whoever rested for it is called now. */
    async priceCame(campaignId: number, nowMs: number): Promise<void> {
      await sql`update campaign_customer set next_at = ${momentOfMs(nowMs)}, waits_for = null, updated_at = now()
        where waits_for = 'noPrice' and campaign_id = ${campaignId} and task_state = 0 and not is_set_aside`.execute(
        rows,
      );
    },
    /** Done with, each for its reason: they may not be called. */
    async close(campaignId: number, closed: readonly { id: number; by: string }[], nowMs: number): Promise<void> {
      if (closed.length === 0) return;
      const { rows: done } = await sql<{ id: number }>`
        update campaign_customer x set task_state = 1, closed_by = c.by, done_at = now(), is_follow_up = false, updated_at = now()
        from jsonb_to_recordset(${JSON.stringify(closed)}::jsonb) as c (id bigint, by text) where x.id = c.id and x.task_state = 0 returning x.id`.execute(
        rows,
      );
      const doneIds = done.map(({ id }) => id);
      await campaignsRepo(tx).count(campaignId, { completed: done.length });
      await announceToPrograms(tx, campaignId, { doneIds });
      await finishIfDone(tx, campaignId, nowMs);
      await tx.announce(CAMPAIGN_RESULT, { tenantId: tx.tenantId, ids: doneIds });
    },
    /** Written down, each with the id its call will have: from here on nobody calls them a second time. */
    async begin(
      campaignId: number,
      members: readonly { member: DueMember; callId: string }[],
      nowMs: number,
    ): Promise<BegunAttempt[]> {
      if (members.length === 0) return [];
      const attemptRows = members.map(({ member: { id, customerId, number }, callId }) => ({
        id,
        customerId,
        number,
        callId,
      }));
      const { rows: begun } = await sql<{ id: number; callId: string }>`
        with told as (select * from jsonb_to_recordset(${JSON.stringify(attemptRows)}::jsonb) as t (id bigint, "customerId" bigint, number text, "callId" text)),
        kept as (update campaign_customer x set next_at = ${momentOfMs(nowMs + UNDER_WAY_HOURS * 3_600_000)}, waits_for = null, updated_at = now() from told t where x.id = t.id)
        insert into campaign_attempt (campaign_id, member_id, customer_id, number, call_id, status, began_at)
        select ${campaignId}, t.id, t."customerId", t.number, t."callId", ${LiveCallStatus.scheduling}, ${momentOfMs(nowMs)} from told t returning id, call_id "callId"`.execute(
        rows,
      );
      const ids = new Map(begun.map(({ id, callId }) => [callId, id]));
      return members.map(({ member, callId }) => ({ id: ids.get(callId)!, callId, member }));
    },
  };
}
