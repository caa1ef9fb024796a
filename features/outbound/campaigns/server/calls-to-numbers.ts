import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { wasPlaced } from './attempts.repo.ts';

/** What our calls to a number came to in the last thirty days, the newest first. */
export interface CallsToNumber {
  calledAtMs: number[];
  refusedAtMs: number | null;
  abandonedAtMs: number | null;
  /** One has not ended, as far as we know. */
  isUnderWay: boolean;
}

interface CallRow {
  number: string;
  atMs: number;
  status: number;
  isOver: boolean;
  abandonedMs: number | null;
  userId: number | null;
}

/** Whoever was called said no. */
const REFUSED_STATUSES: readonly number[] = [FinalCallStatus.userBusyRejected, FinalCallStatus.userRejected];
const DAYS_KNOWN = 30;

/** Whose call it would be. */
export interface WhoseCall {
  /** The attempt that it is, if there is one by now: no call before it. */
  attemptId?: number | null;
  /** Who dials; calls of their own that nobody heard the end of keep nobody from dialling again. */
  userId?: number | null;
}

/** Calls to these numbers over all campaigns lately but for one that is about to leave, when they last declined one, and when one last found nobody. */
export async function callsToNumbers(
  tx: TenantTx,
  numbers: readonly string[],
  nowMs: number,
  { attemptId = null, userId = null }: WhoseCall = {},
): Promise<Map<string, CallsToNumber>> {
  const { rows } = await sql<CallRow>`
    select n.number, a."atMs", a.status, a."isOver", a."abandonedMs", a."userId" from unnest(${numbers}::text[]) n (number) cross join lateral (
      select ${msOfColumn('began_at')} "atMs", status, ended_at is not null "isOver", ${msOfColumn('abandoned_at')} "abandonedMs", user_id "userId" from campaign_attempt
      where number = n.number and began_at > ${momentOfMs(nowMs - DAYS_KNOWN * 86_400_000)} and ${wasPlaced} and id is distinct from ${attemptId}::bigint
      order by began_at desc limit 500) a`.execute(tx.as());
  const none = (): CallsToNumber => ({ calledAtMs: [], refusedAtMs: null, abandonedAtMs: null, isUnderWay: false });
  const calls = new Map(numbers.map((number) => [number, none()]));
  for (const { number, atMs, status, isOver, abandonedMs, userId: by } of rows) {
    const of = calls.get(number)!;
    of.calledAtMs.push(atMs);
    if (REFUSED_STATUSES.includes(status)) of.refusedAtMs ??= atMs;
    of.abandonedAtMs ??= abandonedMs;
    of.isUnderWay ||= !isOver && (userId === null || by !== userId);
  }
  return calls;
}
