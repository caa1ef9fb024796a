import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMsColumn, msOfColumn } from '#platform/server/db/moments.ts';
import type { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { previewResultOf } from '../core/attempt-end.ts';
import { memberAfter, wasCalled, type MemberAfter, type WaitsFor } from '../core/after-end.ts';
import type { PastAttempt } from '../core/retry-plan.ts';
import { CAMPAIGN_RESULT, type RetryRule } from '../contract.ts';
import { wasPlaced } from './attempts.repo.ts';
import { announceToPrograms } from './campaign-news.ts';
import { campaignsRepo } from './campaigns.repo.ts';
import { finishIfDone } from './close-member.ts';
import { dialledAttempts, type AttemptNews } from './dialled-attempts.ts';

/** How an attempt of the dialler or of a flow ended. */
export interface EndedAttempt {
  callId: string;
  status: FinalCallStatus;
  talkSec: number;
  endedMs: number;
  /** It was stopped before anything left the house: the customer is as before. */
  neverLeft?: boolean;
  /** They asked never to be called again. */
  optedOut?: boolean;
  /** It did not leave because of this, which nobody can say the end of. */
  waitsFor?: WaitsFor | null;
}

interface EndedRow {
  id: number;
  campaignId: number;
  callId: string;
  memberId: number;
}
interface PastCall extends PastAttempt {
  callId: string | null;
}
interface HeldMember {
  id: number;
  campaignId: number;
  isOpen: boolean;
  retry: RetryRule;
}

/**
 * Ends attempts of the dialler and of flows, once each, and decides for every customer whether they are called again: as many as there are in
 * a handful of statements. `news`: what was told of calls before, of these and of others. Customers are held before their attempts, as
 * everywhere.
 */
export async function endAttempts(
  tx: TenantTx,
  ends: readonly EndedAttempt[],
  nowMs: number,
  news: readonly AttemptNews[] = [],
): Promise<void> {
  const held = ends.length === 0 ? new Map<number, HeldMember>() : await heldMembers(tx, ends);
  await dialledAttempts(tx).note(news);
  if (ends.length === 0) return;
  const ended = await writeEnds(tx, ends);
  if (ended.length === 0) return;
  const byCall = new Map(ends.map((end) => [end.callId, end]));
  const memberIds = [...new Set(ended.map(({ memberId }) => memberId))];
  const past = await pastOf(tx, memberIds);
  const moves = ended.flatMap(({ callId, memberId }) => {
    const [member, end] = [held.get(memberId), byCall.get(callId)!];
    return member ? [{ member, end, after: afterOf(member, past.get(memberId) ?? [], end) }] : [];
  });
  await writeMoves(tx, moves);
  const closed = new Map<number, number[]>();
  for (const { member, after } of moves)
    if (member.isOpen && after.is === 'closed')
      closed.set(member.campaignId, [...(closed.get(member.campaignId) ?? []), member.id]);
  for (const campaignId of [...new Set(ended.map((one) => one.campaignId))].toSorted((a, b) => a - b)) {
    const doneIds = [...new Set(closed.get(campaignId))];
    const attemptIds = ended.flatMap((one) => (one.campaignId === campaignId ? [one.id] : []));
    await campaignsRepo(tx).count(campaignId, { completed: doneIds.length });
    await announceToPrograms(tx, campaignId, { attemptIds, doneIds });
    if (doneIds.length > 0) await finishIfDone(tx, campaignId, nowMs);
  }
  await tx.announce(CAMPAIGN_RESULT, { tenantId: tx.tenantId, ids: memberIds });
}

/** Whom these calls went to; until the end of the transaction nobody else decides about them. */
async function heldMembers(tx: TenantTx, ends: readonly EndedAttempt[]): Promise<Map<number, HeldMember>> {
  const { rows } = await sql<HeldMember>`
    select x.id, x.campaign_id "campaignId", x.task_state = 0 "isOpen", c.retry
    from campaign_customer x join campaign c on c.id = x.campaign_id
    where x.id = any(array(select a.member_id from campaign_attempt a where a.call_id = any(${ends.map(({ callId }) => callId)}) and a.ended_at is null))
    order by x.id for update of x`.execute(tx.as<never>());
  return new Map(rows.map((member) => [member.id, member]));
}

function afterOf(member: HeldMember, past: readonly PastCall[], end: EndedAttempt): MemberAfter {
  if (end.optedOut) return { is: 'closed', by: 'optedOut' };
  // Somebody ended it before it left: it is decided as what it is, though it counts for no limit.
  const isPast = past.some(({ callId }) => callId === end.callId);
  const itself = { status: end.status, wasMachine: false, endedAtMs: end.endedMs };
  return memberAfter(member.retry, isPast ? past : [...past, itself], end);
}

async function writeEnds(tx: TenantTx, ends: readonly EndedAttempt[]): Promise<EndedRow[]> {
  const endRows = ends.map(({ callId, status, talkSec, endedMs }) => ({
    callId,
    status,
    result: wasCalled(status) ? previewResultOf(status) : null,
    talkSec,
    endedMs,
  }));
  const { rows } = await sql<EndedRow>`
    update campaign_attempt a set status = e.status, result = e.result, talk_sec = e."talkSec", ended_at = ${momentOfMsColumn('e.endedMs')}
    from jsonb_to_recordset(${JSON.stringify(endRows)}::jsonb) as e ("callId" text, status smallint, result smallint, "talkSec" int, "endedMs" float8)
    where a.call_id = e."callId" and a.ended_at is null returning a.id, a.campaign_id "campaignId", a.call_id "callId", a.member_id "memberId"`.execute(
    tx.as<never>(),
  );
  return rows;
}

/** Ends of all attempts on these, the oldest first, without those that never left. */
async function pastOf(tx: TenantTx, memberIds: readonly number[]): Promise<Map<number, PastCall[]>> {
  const { rows } = await sql<PastCall & { memberId: number }>`
    select member_id "memberId", call_id "callId", status, by_machine "wasMachine", abandoned_at is not null "wasAbandoned", hung_up "hungUp", ${msOfColumn('ended_at')} "endedAtMs" from campaign_attempt
    where member_id = any(${memberIds}::bigint[]) and ended_at is not null and ${wasPlaced} order by id`.execute(
    tx.as<never>(),
  );
  const past = new Map<number, PastCall[]>();
  for (const { memberId, ...one } of rows) past.set(memberId, [...(past.get(memberId) ?? []), one]);
  return past;
}

async function writeMoves(
  tx: TenantTx,
  moves: readonly { member: HeldMember; end: EndedAttempt; after: MemberAfter }[],
): Promise<void> {
  const moveRows = moves.map(({ member, end, after }) => ({
    id: member.id,
    called: wasCalled(end.status) && !end.neverLeft,
    result: wasCalled(end.status) ? previewResultOf(end.status) : PreviewResult.notCalled,
    endedMs: end.endedMs,
    untilMs: after.is === 'waits' ? after.untilMs : null,
    by: after.is === 'closed' ? after.by : null,
    waitsFor: (after.is === 'waits' && end.waitsFor) || null,
  }));
  await sql`
    update campaign_customer x set updated_at = now(),
      result = case when m.called then m.result else x.result end,
      attempts = x.attempts + case when m.called then 1 else 0 end,
      last_call_at = case when m.called then ${momentOfMsColumn('m.endedMs')} else x.last_call_at end,
      next_at = case when x.task_state = 0 and not x.is_set_aside and m."untilMs" is not null then ${momentOfMsColumn('m.untilMs')} else x.next_at end,
      task_state = case when m.by is null then x.task_state else 1 end,
      closed_by = case when m.by is null or x.task_state = 1 then x.closed_by else m.by end,
      is_follow_up = x.is_follow_up and m.by is null,
      waits_for = m."waitsFor",
      done_at = case when m.by is null or x.task_state = 1 then x.done_at else now() end
    from jsonb_to_recordset(${JSON.stringify(moveRows)}::jsonb) as m (id bigint, called boolean, result smallint, "endedMs" float8, "untilMs" float8, by text, "waitsFor" text)
    where x.id = m.id`.execute(tx.as<never>());
}
