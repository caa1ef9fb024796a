import { sql } from 'kysely';
import { dayOf, startOfDay } from '#core/calendar/day-range.ts';
import type { GoingOn } from '#core/call/going-on.ts';
import type { LimitUse, TrunkFact } from '#core/call/plan-facts.ts';
import type { AppliedLimit } from '#features/voice/call-limits/server/index.ts';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';
import { unread, type TenantTx } from '#platform/server/db/db.ts';
import { forgetRows } from '#platform/server/db/forget-rows.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { takeTurn } from '#platform/server/leases/turn.ts';
import type { World } from '#platform/server/world.ts';
import { shownOn, tenantDay } from './shown-numbers.ts';

/** Whose calls those are that a flow or a program makes. */
const NOBODY = 0;

export interface LookAsk {
  limits: readonly AppliedLimit[];
  /** Null: no agent's, only the tenant's. */
  userId: number | null;
  number: string;
  /** By whose clock a day of the tenant begins. */
  zone: string;
  /** Carriers that are no rehearsal. */
  realCarriers: readonly string[];
}

/** A trunk as it stands, with what people call it. */
export type NamedTrunk = TrunkFact & { name: string };

/** A limit and how much of it is used. */
export type UsedLimit = AppliedLimit & LimitUse;

/** Calls that went out, as the limits count them. */
export function callAttempts(tx: TenantTx, nowMs: number) {
  const rows = tx.as<never>();
  const now = new Date(nowMs);

  function countOf(limit: AppliedLimit, { userId, number, zone }: LookAsk) {
    const who = whose(limit, userId);
    const recent = since(limit, nowMs, zone);
    switch (limit.kind) {
      case 'failure':
        return sql`select count(*) used from call_attempt a where a.number = ${number} and not a.answered and ${recent} and ${who}`;
      case 'perNumber':
        return sql`select count(*) used from call_attempt a where a.number = ${number} and ${recent} and ${who}`;
      case 'numbers':
        // A number that was called already is not another one.
        return sql`select case when bool_or(a.number = ${number}) then 0 else count(distinct a.number) end used from call_attempt a where ${recent} and ${who}`;
      case 'callsPerSecond':
        return sql`select count(*) used from call_attempt a where ${recent} and ${who}`;
      case 'concurrent':
        return sql`select count(*) used from call_attempt a where a.ended_at is null and ${who}`;
      case 'costPerDay':
        return sql`select ${spent(now)} used from call_attempt a where ${recent} and ${who}`;
    }
  }

  return {
    /** From here to the end of the transaction calls of the tenant are counted one after another: no two take the last place. */
    takeTurn: (): Promise<void> => takeTurn(tx, 'call_attempt'),
    /** What the trunks carry at this moment, and how much of each limit is used up. */
    async look(ask: LookAsk): Promise<{ trunks: NamedTrunk[]; limits: UsedLimit[] }> {
      const { limits } = ask;
      const used = sql.join([sql`0::float8`, ...limits.map((limit) => sql`(${countOf(limit, ask)})::float8`)]);
      const found = await sql<{ trunks: NamedTrunk[]; used: number[] }>`
        select (select coalesce(json_agg(one), '[]') from (${trunksNow(nowMs, ask)}) one) trunks, array[${used}] used`.execute(
        rows,
      );
      const { trunks, used: counts } = found.rows[0]!;
      return { trunks, limits: limits.map((limit, index) => ({ ...limit, used: counts[index + 1]! })) };
    },
    /** A call begins; in the pools of the number it shows that number is shown once more. */
    async began(
      userId: number | null,
      number: string,
      { trunkId, shown, perMinute }: { trunkId: number; shown: string; perMinute: number | null },
    ): Promise<void> {
      const day = tenantDay(now);
      await sql`${unread}
        with begun as (
          insert into call_attempt (user_id, number, trunk_id, at, shown, per_minute)
          values (${userId ?? NOBODY}, ${number}, ${trunkId}, ${now}, ${shown}, ${perMinute}) returning shown)
        update router_number p set last_shown_at = ${now}, shown_on = ${day}, shown = ${shownOn(day)} + 1
        from begun where p.number = begun.shown`.execute(rows);
    },
    /** The newest call of this agent, or of no agent, to this number that has not ended. What was talked is paid over the trunk it went by. */
    async ended(
      userId: number | null,
      number: string,
      answered: boolean,
      { trunkId = null, talkedMs = 0 }: { trunkId?: number | null; talkedMs?: number } = {},
    ): Promise<void> {
      await sql`${unread}
        with done as (
          update call_attempt a set ended_at = ${now}, answered = ${answered}, talked_ms = ${talkedMs}, trunk_id = coalesce(${trunkId}, a.trunk_id),
            cost_minor = ${talkedMs}::float8 / 60000 * case when ${trunkId}::bigint is null or ${trunkId}::bigint = a.trunk_id then a.per_minute else ${priceOver(sql`${trunkId}::bigint`, number)} end
          where id = (select a.id from call_attempt a where a.number = ${number} and a.user_id = ${userId ?? NOBODY} and a.ended_at is null order by a.at desc, a.id desc limit 1)
          returning a.shown)
        update router_number p set unanswered = ${answered ? sql`0` : sql`p.unanswered + 1`}, last_ended_at = ${now} from done where p.number = done.shown`.execute(
        rows,
      );
    },
  };
}

const whose = ({ scope, groupId }: AppliedLimit, userId: number | null) =>
  scope === 'agent'
    ? sql`a.user_id = ${userId ?? NOBODY}`
    : scope === 'group'
      ? sql`a.user_id in (select m.user_id from ${groupMembers} m where m.group_id = ${groupId})`
      : sql`true`;

/** SQL: calls a limit looks back to. */
const since = ({ kind, windowSec }: AppliedLimit, nowMs: number, zone: string) =>
  kind === 'costPerDay'
    ? sql`a.at >= ${new Date(startOfDay(dayOf(nowMs, zone), zone))}`
    : sql`a.at > ${new Date(nowMs - windowSec * 1_000)}`;

/** SQL: what calls cost; those that go on count for as long as they have, a minute at least. */
const spent = (now: Date) =>
  sql`coalesce(sum(coalesce(a.cost_minor, case when a.ended_at is null then a.per_minute * greatest(extract(epoch from ${now}::timestamptz - a.at) / 60, 1) end)), 0)`;

/** SQL: what a minute to a number costs over a trunk; the longest first digits decide. */
function priceOver(trunkId: ReturnType<typeof sql>, number: string) {
  const prefixes = Array.from({ length: Math.min(number.length, 15) }, (_, index) => number.slice(0, index + 1));
  return sql`(select p.per_minute from trunk_price p where p.trunk_id = ${trunkId} and p.prefix = any(${prefixes}::text[]) order by length(p.prefix) desc limit 1)`;
}

const trunksNow = (nowMs: number, { number, realCarriers }: LookAsk) => sql`
  select t.id, t.name, t.carrier, t.enabled and (t.carrier !~ '^lent-' or t.carrier = any(${realCarriers}::text[])) enabled, t.max_calls "maxCalls", t.calls_per_sec "maxPerSec",
    (select count(*) from call_attempt a where a.trunk_id = t.id and a.ended_at is null) calls,
    case when t.calls_per_sec is null then 0 else (select count(*) from call_attempt a where a.trunk_id = t.id and a.at > ${new Date(nowMs - 1_000)}) end "callsThisSec",
    ${priceOver(sql`t.id`, number)}::float8 "perMinute",
    t.emergency and (t.carrier = any(${realCarriers}::text[]) or t.carrier ~ '^sip-') "isForEmergency", t.emergency_address "emergencyAddress"
  from trunk t order by t.id`;

/** How much of each limit is used at this moment: of those that each agent or each number has, the most anybody has used. */
export async function limitUse(
  tx: TenantTx,
  limits: readonly AppliedLimit[],
  { nowMs, zone }: { nowMs: number; zone: string },
): Promise<number[]> {
  if (limits.length === 0) return [];
  const now = new Date(nowMs);
  const mostOf = (limit: AppliedLimit) => {
    const { kind, scope } = limit;
    const each = [
      ...(scope === 'agent' ? [sql`a.user_id`] : []),
      ...(kind === 'failure' || kind === 'perNumber' ? [sql`a.number`] : []),
    ];
    const counted =
      kind === 'numbers' ? sql`count(distinct a.number)` : kind === 'costPerDay' ? spent(now) : sql`count(*)`;
    const which = kind === 'concurrent' ? sql`a.ended_at is null` : since(limit, nowMs, zone);
    const ofThem = scope === 'agent' ? sql`true` : whose(limit, null);
    return sql`(select coalesce(max(used), 0) from (
      select ${counted} used from call_attempt a where ${which} and ${ofThem} ${kind === 'failure' ? sql`and not a.answered` : sql``}
      ${each.length > 0 ? sql`group by ${sql.join(each)}` : sql``}) one)::float8`;
  };
  const found = await sql<{ used: number[] }>`select array[${sql.join(limits.map(mostOf))}] used`.execute(tx.as());
  return found.rows[0]!.used;
}

/** No call of a tenant outlives the process its desk was in but these, whatever the rows say. An end that nobody saw was no failure of the number. */
export async function closeAttempts(tx: TenantTx, goingOn: GoingOn['dials'] = []): Promise<void> {
  const dials = goingOn.map(({ userId, number }) => ({ userId: userId ?? NOBODY, number }));
  const goesOn = sql`exists (select from jsonb_to_recordset(${JSON.stringify(dials)}::jsonb) as d ("userId" bigint, number text) where d."userId" = a.user_id and d.number = a.number)`;
  const others = dials.length > 0 ? sql`and not ${goesOn}` : sql``;
  await sql`update call_attempt a set ended_at = now() where a.ended_at is null ${others}`.execute(tx.as());
}

const KEPT_DAYS = 8;
const LONGEST_CALL_HOURS = 24;

/** Forgets calls that no limit looks back to (a week at most), and frees trunks of calls whose end nobody told. */
export const sweepJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'routes.sweepAttempts',
  cron: '50 * * * *',
  run: async () => {
    await forgetRows(db, 'limits of every tenant look back a week at most', {
      from: sql`call_attempt`,
      where: sql`at < now() - ${KEPT_DAYS} * interval '1 day'`,
    });
    await db.everyTenant('no call of any tenant lasts longer than a day', (tx) =>
      sql`update call_attempt set ended_at = now() where ended_at is null and at < now() - ${LONGEST_CALL_HOURS} * interval '1 hour'`.execute(
        tx.as(),
      ),
    );
  },
});
