import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';

/** A call of a campaign. */
export interface CampaignAttempt {
  id: number;
  campaignId: number;
  memberId: number;
  callId: string | null;
  agentName: string;
  status: LiveCallStatus | FinalCallStatus;
  result: PreviewResult | null;
  talkSec: number;
  beganAt: string;
  endedAt: string | null;
}

export interface HeldAttempt extends Pick<CampaignAttempt, 'id' | 'campaignId' | 'memberId' | 'status' | 'talkSec'> {
  isOver: boolean;
}

const columns = sql`a.id, a.campaign_id "campaignId", a.member_id "memberId", a.call_id "callId", coalesce(m.nick_name, '') "agentName", a.status, a.result, a.talk_sec "talkSec", a.began_at "beganAt", a.ended_at "endedAt"`;
const from = sql`campaign_attempt a left join member m on m.user_id = a.user_id`;
/** Calls that never left, whatever the plan refused them for, count for no limit. */
const NEVER_LEFT = [
  FinalCallStatus.schedulingError,
  FinalCallStatus.blacklisted,
  FinalCallStatus.numberMalformed,
  FinalCallStatus.directionIllegal,
  FinalCallStatus.balanceInsufficient,
  FinalCallStatus.routeNoLine,
  FinalCallStatus.lineUnavailable,
  FinalCallStatus.ttsFailed,
];
/**
 * SQL: a `campaign_attempt` that counts as a call to whom it was for. One that was stopped does only where it had left: what a program was
 * kept from dialling, by a pause or the end of a process, costs nobody one of their calls. Those of people have left when they are stopped.
 */
export const wasPlaced = sql`(status <> all(${NEVER_LEFT}) and (status <> ${FinalCallStatus.stopped} or left_at is not null or user_id is not null))`;
/** SQL: a person dialled it; attempts of programs are told by whoever dials them. */
const ofPeople = sql`(select c.kind from campaign c where c.id = a.campaign_id) = 'preview'`;

/** SQL: attempts of people under way with these calls, held in one order: two batches that held one each would wait for each other. */
const heldOf = (callIds: readonly string[]) =>
  sql`select a.id from campaign_attempt a where a.call_id = any(${callIds}) and a.ended_at is null and ${ofPeople} order by a.id for update of a`;

/** The calls of the campaigns of one tenant. */
export function attemptsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    /** A row before the call leaves the house. */
    async begin(one: {
      campaignId: number;
      memberId: number;
      customerId: number | null;
      number: string;
      userId: number;
      nowMs: number;
      /** Its call leaves with it; the id is null where nobody knows it yet. */
      leaving?: { callId: string | null };
    }): Promise<number> {
      const { rows: added } = await sql<{ id: number }>`
        insert into campaign_attempt (campaign_id, member_id, customer_id, number, user_id, status, began_at, dialled_at, call_id)
        values (${one.campaignId}, ${one.memberId}, ${one.customerId}::bigint, ${one.number}, ${one.userId}, ${LiveCallStatus.dialing}, ${momentOfMs(one.nowMs)}, ${momentOfMs(one.leaving ? one.nowMs : null)}, ${one.leaving?.callId ?? null}::text) returning id`.execute(
        rows,
      );
      return added[0]!.id;
    },
    /** Whom those of these calls go to that people dialled and whose attempts are known. Holds nothing. */
    async membersOf(callIds: readonly string[]): Promise<Map<string, number>> {
      const { rows: found } = await sql<{ callId: string; memberId: number }>`
        select call_id "callId", member_id "memberId" from campaign_attempt a where call_id = any(${callIds}) and ${ofPeople}`.execute(
        rows,
      );
      return new Map(found.map(({ callId, memberId }) => [callId, memberId]));
    },
    /** The attempt of a call, held; its customer is held by then. */
    async ofCall(callId: string): Promise<HeldAttempt | null> {
      const { rows: found } = await sql<HeldAttempt>`
        select id, campaign_id "campaignId", member_id "memberId", status, talk_sec "talkSec", ended_at is not null "isOver" from campaign_attempt a where call_id = ${callId} and ${ofPeople} for update`.execute(
        rows,
      );
      return found[0] ?? null;
    },
    /** These calls are in the book. */
    async began(callIds: readonly string[]): Promise<void> {
      await sql`update campaign_attempt set status = ${LiveCallStatus.ringing} where id in (${heldOf(callIds)}) and status = ${LiveCallStatus.dialing}`.execute(
        rows,
      );
    },
    async answered(callIds: readonly string[], nowMs: number): Promise<void> {
      await sql`update campaign_attempt set status = ${LiveCallStatus.talking}, answered_at = coalesce(answered_at, ${momentOfMs(nowMs)}) where id in (${heldOf(callIds)})`.execute(
        rows,
      );
    },
    /** The campaign it is of; null when it is over already. Whoever ends it tells programs (`announceToPrograms`), once its customer is decided about. */
    async end(
      id: number,
      end: { status: FinalCallStatus; result: PreviewResult | null; talkSec: number; endedMs: number },
    ): Promise<number | null> {
      const { rows: done } = await sql<{ campaignId: number }>`
        update campaign_attempt set status = ${end.status}, result = ${end.result}::smallint, talk_sec = ${end.talkSec}, ended_at = ${momentOfMs(end.endedMs)}
        where id = ${id} and ended_at is null returning campaign_id "campaignId"`.execute(rows);
      return done[0]?.campaignId ?? null;
    },
    /** One that is over was told wrongly: somebody answered it. */
    async wasTalk(
      id: number,
      { talkSec, answeredMs, endedMs }: { talkSec: number; answeredMs: number; endedMs: number },
    ): Promise<void> {
      await sql`
        update campaign_attempt set status = ${FinalCallStatus.talked}, result = ${PreviewResult.normalEnd}, talk_sec = ${talkSec}, answered_at = coalesce(answered_at, ${momentOfMs(answeredMs)}), ended_at = ${momentOfMs(endedMs)}
        where id = ${id} and ended_at is not null`.execute(rows);
    },
    async ofMember(memberId: number, most = 100): Promise<CampaignAttempt[]> {
      return (
        await sql<CampaignAttempt>`select ${columns} from ${from} where a.member_id = ${memberId} order by a.id desc limit ${most}`.execute(
          rows,
        )
      ).rows;
    },
    /** Ends of earlier attempts on somebody, the oldest first, without those that never left. */
    async past(memberId: number): Promise<{ status: FinalCallStatus; endedAtMs: number }[]> {
      return (
        await sql<{ status: FinalCallStatus; endedAtMs: number }>`
          select status, ${msOfColumn('ended_at')} "endedAtMs" from campaign_attempt where member_id = ${memberId} and ended_at is not null and ${wasPlaced} order by id`.execute(
          rows,
        )
      ).rows;
    },
    /** Those of people whose call nobody ever heard of, or nobody heard the end of, since before these moments. */
    async forgotten({ uncalledMs, unendedMs }: { uncalledMs: number; unendedMs: number }): Promise<number[]> {
      return (
        await sql<{
          id: number;
        }>`select id from campaign_attempt a where ended_at is null and ${ofPeople} and ((status = ${LiveCallStatus.dialing} and began_at < ${momentOfMs(uncalledMs)}) or began_at < ${momentOfMs(unendedMs)}) order by id`.execute(
          rows,
        )
      ).rows.map(({ id }) => id);
    },
  };
}
