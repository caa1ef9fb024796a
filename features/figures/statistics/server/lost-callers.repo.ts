import { sql, type RawBuilder } from 'kysely';
import type { TimeRange } from '#core/calendar/day-range.ts';
import type { LossPlace } from '#core/figures/loss.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import { lossPlaceOf, recordRows } from '#features/voice/call-records/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { Failure } from '#shared/errors.ts';
import { LOST_COUNT_CAP, type lostStates } from '../contract.ts';

/*
 * Callers who were lost and not talked with since. Rules:
 * 1. A call is lost that came in, has a number, and became no conversation; whom we refused on purpose we did not lose, and whose
 *    number we were told to forget (`platform/server/forgotten-number.ts`) we cannot call.
 * 2. Whoever talked with us later, in or out, is on the list no more.
 * 3. A number is on it once, by the last call of the range that was lost.
 * 4. Somebody who takes a number on has it until they give it back, are done, or the caller is reached; calling in vain again changes
 *    nothing about it. Done is done with the calls there were: another lost one is open again.
 */

export interface LostSearch {
  range: TimeRange;
  group_id?: number | undefined;
  number_id?: number | undefined;
  place?: LossPlace | undefined;
  state: (typeof lostStates)[number];
  /** Who asks. */
  userId: number;
}

/** As it is kept; names and numbers in clear. */
export interface LostRow {
  callId: string;
  at: string;
  number: string;
  country: string | null;
  customerId: string | null;
  customerName: string;
  place: LossPlace;
  goneSec: number;
  groupId: number | null;
  groupName: string;
  calledNumber: string;
  calls: number;
  tries: number;
  lastTryAt: string | null;
  claimUserId: number | null;
  claimUserName: string;
  claimedAt: string | null;
  doneUserId: number | null;
  doneUserName: string;
  doneAt: string | null;
  note: string;
}

const talked = sql.lit(CallOutcome.talked);
/** Rule 1, of a call by any name; the first words are those of the index. */
const isLost = (call: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${call}.${column}`);
  return sql`(${of('direction')} = 'inbound' and ${of('outcome')} > 1 and ${of('outcome')} <> ${sql.lit(CallOutcome.refused)} and ${of('customer_number')} <> '' and not starts_with(${of('customer_number')}, 'sha256:'))`;
};
/** When somebody last talked with the number of `r`, before it. */
const lastTalk = sql`(select t.started_at from ${recordRows} t where t.customer_number = r.customer_number and t.started_at < r.started_at and t.outcome = ${talked} and t.direction <> 'internal' order by t.started_at desc limit 1)`;
/** The claim of the number of `r`, on this call or one before since then. */
const claims = sql`(
  select w.user_id, w.claimed_at from ${recordRows} x join lost_call_work w on w.call_id = x.call_id
  where x.customer_number = r.customer_number and x.started_at <= r.started_at and x.started_at > coalesce(${lastTalk}, '-infinity') and w.user_id is not null and w.done_at is null
  order by x.started_at desc limit 1)`;

function states({ state, userId }: LostSearch): RawBuilder<unknown> {
  const done = sql`exists (select from lost_call_work w where w.call_id = r.call_id and w.done_at is not null)`;
  const among = (whose: RawBuilder<unknown>) =>
    sql`and r.customer_number in (select x.customer_number from lost_call_work w join ${recordRows} x on x.call_id = w.call_id where ${whose})`;
  switch (state) {
    case 'open':
      return sql`and not ${done} and not exists ${claims}`;
    case 'mine':
      return sql`${among(sql`w.user_id = ${userId} and w.done_at is null`)} and not ${done} and exists (select from ${claims} k where k.user_id = ${userId})`;
    case 'claimed':
      return sql`${among(sql`w.user_id is not null and w.done_at is null`)} and not ${done} and exists ${claims}`;
    case 'done':
      return sql`${among(sql`w.done_at is not null`)} and ${done}`;
    case 'all':
      return sql``;
  }
}

/** Calls `r` of the list. */
const listed = (search: LostSearch): RawBuilder<unknown> => {
  const { range, group_id: groupId, number_id: numberId, place } = search;
  return sql`
    ${recordRows} r where r.started_at >= ${momentOfMs(range.fromMs)} and r.started_at < ${momentOfMs(range.toMs)} and r.ended_at is not null and ${isLost('r')}
      ${groupId ? sql`and r.group_id = ${groupId}` : sql``} ${numberId ? sql`and r.did_number_id = ${numberId}` : sql``} ${place ? sql`and ${lossPlaceOf} = ${place}` : sql``}
      and not exists (
        select from ${recordRows} t where t.customer_number = r.customer_number and t.started_at > r.started_at and t.direction <> 'internal'
          and (t.outcome = ${talked} or t.started_at < ${momentOfMs(range.toMs)} and t.ended_at is not null and ${isLost('t')}))
      ${states(search)}`;
};

export function lostCallersRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  /** The number of a lost call; whoever names another call named nothing. */
  async function numberOf(callId: string): Promise<string> {
    const { rows: found } = await sql<{
      number: string;
    }>`select customer_number number from ${recordRows} r where call_id = ${callId} and ended_at is not null and ${isLost('r')}`.execute(
      rows,
    );
    if (!found[0]) throw new Failure('notFound');
    return found[0].number;
  }
  /** Claims of a number that are not done with; all of them are one. */
  const claimsOf = (number: string): RawBuilder<unknown> =>
    sql`user_id is not null and done_at is null and call_id in (select call_id from ${recordRows} x where x.customer_number = ${number})`;

  return {
    async page(search: LostSearch, { size, offset }: { size: number; offset: number }): Promise<LostRow[]> {
      const { rows: found } = await sql<LostRow>`
        with r as materialized (select r.*, ${lossPlaceOf} place from ${listed(search)} order by r.started_at desc, r.id desc limit ${size} offset ${offset})
        select r.call_id "callId", r.started_at at, r.customer_number number, r.customer_country country, r.customer_id "customerId", r.customer_name "customerName", r.place,
          r.duration_sec "goneSec", r.group_id "groupId", coalesce(g.name, '') "groupName", r.our_number "calledNumber",
          (select count(*) from ${recordRows} x where x.customer_number = r.customer_number and x.started_at <= r.started_at and x.started_at > coalesce(${lastTalk}, '-infinity') and x.ended_at is not null and ${isLost('x')}) calls,
          o.tries, o.last "lastTryAt", k.user_id "claimUserId", coalesce(km.nick_name, '') "claimUserName", k.claimed_at "claimedAt",
          w.done_by "doneUserId", coalesce(wm.nick_name, '') "doneUserName", w.done_at "doneAt", coalesce(w.note, '') note
        from r left join ${groupRows} g on g.id = r.group_id
          cross join lateral (select count(*) tries, max(t.started_at) last from ${recordRows} t where t.customer_number = r.customer_number and t.started_at > r.started_at and t.direction = 'outbound') o
          left join lateral ${claims} k on true left join member km on km.user_id = k.user_id
          left join lost_call_work w on w.call_id = r.call_id and w.done_at is not null left join member wm on wm.user_id = w.done_by
        order by r.started_at desc, r.id desc`.execute(rows);
      return found;
    },

    /** How many there are, no further than to the cap and one more. */
    async count(search: LostSearch): Promise<number> {
      const { rows: found } = await sql<{
        n: number;
      }>`select count(*) n from (select from ${listed(search)} order by r.started_at desc, r.id desc limit ${sql.lit(LOST_COUNT_CAP + 1)}) few`.execute(
        rows,
      );
      return found[0]!.n;
    },

    /** False while somebody else has it. */
    async claim(callId: string, userId: number, takesOver: boolean): Promise<boolean> {
      const number = await numberOf(callId);
      // Two who press at once: the second sees what the first wrote.
      await sql`select pg_advisory_xact_lock(hashtext('statistics.claim'), hashtext(${`${tx.tenantId} ${number}`}))`.execute(
        rows,
      );
      const { rows: others } = await sql`
        select 1 from lost_call_work where ${claimsOf(number)} and user_id <> ${userId}`.execute(rows);
      if (others.length > 0 && !takesOver) return false;
      await sql`update lost_call_work set user_id = null, claimed_at = null where ${claimsOf(number)}`.execute(rows);
      await sql`
        insert into lost_call_work (call_id, user_id, claimed_at) values (${callId}, ${userId}, now())
        on conflict (tenant_id, call_id) do update set user_id = excluded.user_id, claimed_at = excluded.claimed_at, done_at = null, done_by = null`.execute(
        rows,
      );
      return true;
    },

    /** What was noted about these calls. */
    async notesOf(callIds: readonly string[]): Promise<unknown[]> {
      const { rows: found } =
        await sql`select call_id, done_at, note from lost_call_work where call_id = any(${[...callIds]}) and note <> ''`.execute(
          rows,
        );
      return found;
    },

    /** Forgets it; answers how much there was. */
    async forget(callIds: readonly string[]): Promise<number> {
      const { numAffectedRows = 0n } =
        await sql`update lost_call_work set note = '' where call_id = any(${[...callIds]}) and note <> ''`.execute(
          rows,
        );
      return Number(numAffectedRows);
    },

    async release(callId: string): Promise<void> {
      const number = await numberOf(callId);
      await sql`update lost_call_work set user_id = null, claimed_at = null where ${claimsOf(number)}`.execute(rows);
      await sql`update lost_call_work set user_id = null, claimed_at = null, done_at = null, done_by = null, note = '' where call_id = ${callId}`.execute(
        rows,
      );
    },

    async finish(callId: string, userId: number, note: string): Promise<void> {
      const number = await numberOf(callId);
      await sql`update lost_call_work set user_id = null, claimed_at = null where ${claimsOf(number)}`.execute(rows);
      await sql`
        insert into lost_call_work (call_id, done_at, done_by, note) values (${callId}, now(), ${userId}, ${note})
        on conflict (tenant_id, call_id) do update set done_at = excluded.done_at, done_by = excluded.done_by, note = excluded.note`.execute(
        rows,
      );
    },
  };
}
