import { sql } from 'kysely';
import { readyStatuses } from '#core/figures/status-time.ts';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { AgentStatus } from '#shared/codes/agent-status.ts';
import { callsBetween, sumColumns, sumsOfCalls, waitColumns, waitsOfCalls } from './sums.ts';

/*
 * Keeps the sums of calls. Rules:
 * 1. A quarter is counted anew as a whole whenever a call of it changed; counting twice changes nothing.
 * 2. What says that a quarter changed is taken away in the transaction that counts it. A change that commits meanwhile says so
 *    itself and is counted the next time.
 * 3. Only one counts for a tenant at a time.
 * 4. Days are counted once they are over; a quarter that changes later has its day counted anew.
 * Readers do not wait for any of this: they read the calls of what is not counted.
 */

/** Counted in one transaction. */
const QUARTERS_AT_ONCE = 200;
const DAYS_AT_ONCE = 2;
/** Statuses are written a moment after they change. */
const DAY_SETTLES_MS = 600_000;

const asMoments = (all: readonly number[]) => sql`(select to_timestamp(ms / 1000) at from unnest(${all}::float8[]) ms)`;
const oneAtATime = (tx: TenantTx) =>
  sql`select pg_advisory_xact_lock(hashtext('dashboard.count'), hashtext(${String(tx.tenantId)}))`.execute(tx.as());

/** Counts quarters that changed; answers how many. */
export async function countQuarters(tx: TenantTx): Promise<number> {
  const rows = tx.as<never>();
  await oneAtATime(tx);
  const { rows: taken } = await sql<{ ms: number }>`
    with due as (select distinct quarter from figure_dirty order by quarter desc limit ${sql.lit(QUARTERS_AT_ONCE)}),
      gone as (delete from figure_dirty d using due where d.quarter = due.quarter returning d.quarter)
    select distinct ${msOfColumn('quarter')} ms from gone`.execute(rows);
  const quarters = taken.map(({ ms }) => ms);
  if (quarters.length === 0) return 0;
  await sql`delete from call_quarter where quarter in ${asMoments(quarters)}`.execute(rows);
  await sql`
    insert into call_quarter (quarter, direction, group_id, ${sumColumns}, ${waitColumns})
    select q.at, c.direction, coalesce(c.group_id, 0), ${sumColumns}, ${waitColumns}
    from ${asMoments(quarters)} q cross join ${callsBetween(sql`q.at`, sql`q.at + interval '15 minutes'`, { keys: sql`r.direction, r.group_id`, what: sql`${sumsOfCalls}, ${waitsOfCalls}` })} c`.execute(
    rows,
  );
  await sql`
    insert into figure_day (day, counted) select distinct date_trunc('day', at, 'UTC'), false from ${asMoments(quarters)} q
    on conflict (tenant_id, day) do update set counted = false`.execute(rows);
  return quarters.length;
}

/** Counts days that are over; answers how many. */
export async function countDays(tx: TenantTx, nowMs: number): Promise<number> {
  const rows = tx.as<never>();
  await oneAtATime(tx);
  const { rows: due } = await sql<{ ms: number }>`
    update figure_day set counted = true where not counted and day in (select day from figure_day where not counted and day + interval '1 day' <= ${momentOfMs(nowMs - DAY_SETTLES_MS)} order by day desc limit ${sql.lit(DAYS_AT_ONCE)})
    returning ${msOfColumn('day')} ms`.execute(rows);
  const days = due.map(({ ms }) => ms);
  if (days.length === 0) return 0;
  await sql`delete from call_agent_day where day in ${asMoments(days)}`.execute(rows);
  await sql`
    insert into call_agent_day (day, direction, group_id, user_id, ${sumColumns})
    select q.at, c.direction, coalesce(c.group_id, 0), c.user_id, ${sumColumns}
    from ${asMoments(days)} q cross join ${callsBetween(sql`q.at`, sql`q.at + interval '1 day'`, { keys: sql`r.direction, r.group_id, r.user_id`, what: sumsOfCalls, where: sql`and r.user_id is not null` })} c`.execute(
    rows,
  );
  await sql`delete from agent_status_day where day in ${asMoments(days)}`.execute(rows);
  for (const dayMs of days)
    await sql`insert into agent_status_day (day, user_id, ready_ms, away_ms) select ${momentOfMs(dayMs)}, s.user_id, s.ready_ms, s.away_ms from (${statusMs(dayMs, dayMs + 86_400_000, nowMs)}) s`.execute(
      rows,
    );
  return days.length;
}

/** Per agent: how long they were there for calls, and how long signed in but away, between two moments. The last status before begins it. */
export const statusMs = (fromMs: number, toMs: number, nowMs: number, agentId?: number) => sql<{
  user_id: number;
  ready_ms: number;
  away_ms: number;
}>`
  select a.user_id, coalesce(sum(e.ms) filter (where e.status in (${sql.join(readyStatuses.map((status) => sql.lit(status)))})), 0)::bigint ready_ms,
    coalesce(sum(e.ms) filter (where e.status not in (${sql.join([...readyStatuses, AgentStatus.offline].map((status) => sql.lit(status)))})), 0)::bigint away_ms
  from ${agentRows} a
  cross join lateral (select coalesce(max(b.at), '-infinity') at from agent_status_event b where b.user_id = a.user_id and b.at <= ${momentOfMs(fromMs)}) since
  cross join lateral (
    select e.status, greatest(0, extract(epoch from least(coalesce(e.until, ${momentOfMs(nowMs)}), ${momentOfMs(Math.min(toMs, nowMs))}) - greatest(e.at, ${momentOfMs(fromMs)})) * 1000) ms
    from agent_status_event e where e.user_id = a.user_id and e.at < ${momentOfMs(toMs)} and e.at >= since.at
    -- Not to be joined with all statuses there are: one range of the index for each agent.
    offset 0
  ) e where ${agentId ? sql`a.user_id = ${agentId}` : sql`true`} group by a.user_id`;

/** Counts everything of one tenant that is due. */
export async function countAll(db: Db, tenantId: number, nowMs: number): Promise<void> {
  while ((await db.tenant({ tenantId }, countQuarters)) === QUARTERS_AT_ONCE);
  while ((await db.tenant({ tenantId }, (tx) => countDays(tx, nowMs))) === DAYS_AT_ONCE);
}

/** Counts what has changed, every minute. */
export const countJob = ({ db, clock }: Pick<World, 'db' | 'clock'>): Job => ({
  task: 'dashboard.count',
  cron: '* * * * *',
  async run() {
    const nowMs = clock.nowMs();
    const tenants = await db.everyTenant(
      'whose calls changed',
      async (tx) =>
        (
          await sql<{
            tenant_id: number;
          }>`select distinct tenant_id from figure_dirty union select tenant_id from figure_day where not counted and day + interval '1 day' <= ${momentOfMs(nowMs - DAY_SETTLES_MS)}`.execute(
            tx.as(),
          )
        ).rows,
    );
    for (const { tenant_id: tenantId } of tenants) await countAll(db, tenantId, nowMs);
  },
});
