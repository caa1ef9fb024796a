import { sql } from 'kysely';
import type { LimitUse, LineFact } from '#core/call/call-permission.ts';
import type { AppliedLimit } from '#features/voice/call-limits/server/index.ts';
import { groupMembers } from '#features/team/agent-groups/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { takeTurn } from '#platform/server/leases/turn.ts';
import type { World } from '#platform/server/world.ts';

/** Whose calls those are that a flow makes. */
const NOBODY = 0;

/** Calls that went out, as the limits count them. `userId` null: no agent's, only the tenant's. */
export function callAttempts(tx: TenantTx, nowMs: number) {
  const rows = tx.as<never>();
  const now = new Date(nowMs);

  const whose = ({ scope, groupId }: AppliedLimit, userId: number | null) =>
    scope === 'agent'
      ? sql`a.user_id = ${userId ?? NOBODY}`
      : scope === 'group'
        ? sql`a.user_id in (select m.user_id from ${groupMembers} m where m.group_id = ${groupId})`
        : sql`true`;

  function countOf(limit: AppliedLimit, userId: number | null, number: string) {
    const who = whose(limit, userId);
    const recent = sql`a.at > ${new Date(nowMs - limit.windowSec * 1_000)}`;
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
    }
  }

  return {
    /** From here to the end of the transaction calls of the tenant are counted one after another: no two take the last place. */
    takeTurn: (): Promise<void> => takeTurn(tx, 'call_attempt'),
    /** What the lines carry at this moment, and how much of each limit is used up. */
    async look(
      limits: readonly AppliedLimit[],
      userId: number | null,
      number: string,
    ): Promise<{ lines: LineFact[]; limits: LimitUse[] }> {
      const used = sql.join([sql`null`, ...limits.map((limit) => sql`(${countOf(limit, userId, number)})`)]);
      const found = await sql<{ lines: LineFact[]; used: (number | null)[] }>`
        select (select coalesce(json_agg(one), '[]') from (${linesNow(nowMs)}) one) lines, array[${used}]::bigint[] used`.execute(
        rows,
      );
      const { lines, used: counts } = found.rows[0]!;
      return { lines, limits: limits.map(({ kind, max }, index) => ({ kind, max, used: counts[index + 1]! })) };
    },
    async began(userId: number | null, number: string, lineId: number): Promise<void> {
      await sql`insert into call_attempt (user_id, number, line_id, at) values (${userId ?? NOBODY}, ${number}, ${lineId}, ${now})`.execute(
        rows,
      );
    },
    /** The newest call of this agent, or of no agent, to this number that has not ended. */
    async ended(userId: number | null, number: string, answered: boolean): Promise<void> {
      await sql`
        update call_attempt set ended_at = ${now}, answered = ${answered}
        where id = (select a.id from call_attempt a where a.number = ${number} and a.user_id = ${userId ?? NOBODY} and a.ended_at is null order by a.at desc, a.id desc limit 1)`.execute(
        rows,
      );
    },
  };
}

const linesNow = (nowMs: number) => sql`
  select l.id, l.carrier, l.enabled, l.max_calls "maxCalls", l.calls_per_sec "maxPerSec",
    (select count(*) from call_attempt a where a.line_id = l.id and a.ended_at is null) calls,
    case when l.calls_per_sec is null then 0 else (select count(*) from call_attempt a where a.line_id = l.id and a.at > ${new Date(nowMs - 1_000)}) end "callsThisSec"
  from call_line l order by l.id`;

/** After a stop no call is going on, whatever the rows say. An end that nobody saw was no failure of the number. */
export const closeAttempts = ({ db }: Pick<World, 'db'>): Promise<unknown> =>
  db.everyTenant('no call outlives the exchange', (tx) =>
    sql`update call_attempt set ended_at = now() where ended_at is null`.execute(tx.as()),
  );

const KEPT_DAYS = 8;
const LONGEST_CALL_HOURS = 24;

/** Forgets calls that no limit looks back to (a week at most), and frees lines of calls whose end nobody told. */
export const sweepJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'routes.sweepAttempts',
  cron: '50 * * * *',
  run: async () => {
    await db.everyTenant('limits of every tenant look back a week at most', async (tx) => {
      await sql`delete from call_attempt where at < now() - ${KEPT_DAYS} * interval '1 day'`.execute(tx.as());
      await sql`update call_attempt set ended_at = now() where ended_at is null and at < now() - ${LONGEST_CALL_HOURS} * interval '1 hour'`.execute(
        tx.as(),
      );
    });
  },
});
