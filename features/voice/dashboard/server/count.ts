import { sql } from 'kysely';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { countStatuses } from './count-statuses.ts';
import {
  callKeys,
  callsBetween,
  isLoss,
  lossColumns,
  lossOfCalls,
  sumColumns,
  sumsOfCalls,
  sumsOfSums,
  waitColumns,
  waitsOfCalls,
  wayColumns,
  waysOfCalls,
} from './sums.ts';

/*
 * Keeps the sums of calls. Rules:
 * 1. A quarter is counted anew as a whole whenever a call of it changed, and with it the hour it lies in for each agent; counting
 *    twice changes nothing.
 * 2. What says that a quarter changed is taken away in the transaction that counts it. A change that commits meanwhile says so
 *    itself and is counted the next time.
 * 3. Only one counts for a tenant at a time.
 * 4. Days of agents are counted once they are over; a quarter that changes later has its day counted anew.
 * 5. Days of before the sums by hour and way are counted one by one, the newest first.
 * Readers do not wait for any of this: they read the calls of what is not counted.
 */

/** Counted in one transaction. */
const QUARTERS_AT_ONCE = 200;
const DAYS_AT_ONCE = 2;
/** Statuses and late calls are written a moment after they change. */
const DAY_SETTLES_MS = 600_000;

const asMoments = (all: readonly number[]) => sql`(select to_timestamp(ms / 1000) at from unnest(${all}::float8[]) ms)`;
const oneAtATime = (tx: TenantTx) =>
  sql`select pg_advisory_xact_lock(hashtext('dashboard.count'), hashtext(${String(tx.tenantId)}))`.execute(tx.as());
const { direction, group, user, campaign, trunk, number, outcome, place } = callKeys;
const quarterLater = sql`q.at + interval '15 minutes'`;

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
    select q.at, c.direction, c.group_id, ${sumColumns}, ${waitColumns}
    from ${asMoments(quarters)} q cross join ${callsBetween(sql`q.at`, quarterLater, { keys: [direction, group], what: sql`${sumsOfCalls}, ${waitsOfCalls}` })} c`.execute(
    rows,
  );
  await countWays(tx, quarters);
  await countHours(tx, [...new Set(quarters.map((ms) => ms - (ms % 3_600_000)))]);
  await sql`
    insert into figure_day (day, counted) select distinct date_trunc('day', at, 'UTC'), false from ${asMoments(quarters)} q
    on conflict (tenant_id, day) do update set counted = false`.execute(rows);
  return quarters.length;
}

async function countWays(tx: TenantTx, quarters: readonly number[]): Promise<void> {
  const rows = tx.as<never>();
  await sql`delete from call_way_quarter where quarter in ${asMoments(quarters)}`.execute(rows);
  await sql`
    insert into call_way_quarter (quarter, direction, campaign_id, trunk_id, number_id, outcome, ${wayColumns})
    select q.at, c.direction, c.campaign_id, c.trunk_id, c.number_id, c.outcome, ${wayColumns}
    from ${asMoments(quarters)} q cross join ${callsBetween(sql`q.at`, quarterLater, { keys: [direction, campaign, trunk, number, outcome], what: waysOfCalls })} c`.execute(
    rows,
  );
  await sql`delete from call_loss_quarter where quarter in ${asMoments(quarters)}`.execute(rows);
  await sql`
    insert into call_loss_quarter (quarter, place, group_id, number_id, ${lossColumns})
    select q.at, c.place, c.group_id, c.number_id, ${lossColumns}
    from ${asMoments(quarters)} q cross join ${callsBetween(sql`q.at`, quarterLater, { keys: [place, group, number], what: lossOfCalls, where: sql`and ${isLoss}` })} c`.execute(
    rows,
  );
}

async function countHours(tx: TenantTx, hours: readonly number[]): Promise<void> {
  const rows = tx.as<never>();
  await sql`delete from call_agent_hour where hour in ${asMoments(hours)}`.execute(rows);
  await sql`
    insert into call_agent_hour (hour, user_id, direction, group_id, campaign_id, ${sumColumns}, ${waitColumns})
    select q.at, c.user_id, c.direction, c.group_id, c.campaign_id, ${sumColumns}, ${waitColumns}
    from ${asMoments(hours)} q cross join ${callsBetween(sql`q.at`, sql`q.at + interval '1 hour'`, { keys: [user, direction, group, campaign], what: sql`${sumsOfCalls}, ${waitsOfCalls}`, where: sql`and r.user_id is not null` })} c`.execute(
    rows,
  );
}

/** Counts hours and ways of a day that was before there were such sums; answers whether there was one. */
export async function countUnknownDay(tx: TenantTx): Promise<boolean> {
  await oneAtATime(tx);
  const { rows: due } = await sql<{ ms: number }>`
    update figure_day set is_known = true where day = (select max(day) from figure_day where not is_known) returning ${msOfColumn('day')} ms`.execute(
    tx.as(),
  );
  const dayMs = due[0]?.ms;
  if (dayMs === undefined) return false;
  await countWays(
    tx,
    Array.from({ length: 96 }, (_, n) => dayMs + n * 900_000),
  );
  await countHours(
    tx,
    Array.from({ length: 24 }, (_, n) => dayMs + n * 3_600_000),
  );
  return true;
}

/** Counts days that are over; answers how many. */
export async function countDays(tx: TenantTx, nowMs: number): Promise<number> {
  const rows = tx.as<never>();
  await oneAtATime(tx);
  const { rows: due } = await sql<{ ms: number }>`
    update figure_day set counted = true where not counted and day in (select day from figure_day where not counted and is_known and day + interval '1 day' <= ${momentOfMs(nowMs - DAY_SETTLES_MS)} order by day desc limit ${sql.lit(DAYS_AT_ONCE)})
    returning ${msOfColumn('day')} ms`.execute(rows);
  const days = due.map(({ ms }) => ms);
  if (days.length === 0) return 0;
  await sql`delete from call_agent_day where day in ${asMoments(days)}`.execute(rows);
  await sql`
    insert into call_agent_day (day, user_id, direction, group_id, ${sumColumns})
    select q.at, c.user_id, c.direction, c.group_id, ${sumColumns}
    from ${asMoments(days)} q cross join lateral (
      select user_id, direction, group_id, ${sumsOfSums} from call_agent_hour where hour >= q.at and hour < q.at + interval '1 day' group by user_id, direction, group_id) c`.execute(
    rows,
  );
  return days.length;
}

/** Counts everything of one tenant that is due. */
export async function countAll(db: Db, tenantId: number, nowMs: number): Promise<void> {
  while ((await db.tenant({ tenantId }, countQuarters)) === QUARTERS_AT_ONCE);
  while (await db.tenant({ tenantId }, countUnknownDay));
  while ((await db.tenant({ tenantId }, (tx) => countDays(tx, nowMs))) === DAYS_AT_ONCE);
  while (await db.tenant({ tenantId }, (tx) => countStatuses(tx, nowMs - DAY_SETTLES_MS)));
}

/** Counts what has changed, every minute. */
export const countJob = ({ db, clock }: Pick<World, 'db' | 'clock'>): Job => ({
  task: 'dashboard.count',
  cron: '* * * * *',
  async run() {
    const nowMs = clock.nowMs();
    const settledMs = nowMs - DAY_SETTLES_MS;
    const tenants = await db.everyTenant(
      'whose calls changed',
      async (tx) =>
        (
          await sql<{ tenant_id: number }>`
            select distinct tenant_id from figure_dirty
            union select tenant_id from figure_day where not is_known
            union select tenant_id from figure_day where not counted and day + interval '1 day' <= ${momentOfMs(settledMs)}
            union select t.id from tenant t left join figure_status s on s.tenant_id = t.id
              where s.counted_until is null or s.counted_until + interval '1 hour' <= ${momentOfMs(settledMs)}`.execute(
            tx.as(),
          )
        ).rows,
    );
    for (const { tenant_id: tenantId } of tenants) await countAll(db, tenantId, nowMs);
  },
});
