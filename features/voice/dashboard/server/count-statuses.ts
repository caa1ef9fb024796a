import { sql, type RawBuilder } from 'kysely';
import { agentRows } from '#features/team/agents/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';

/*
 * Keeps how long agents were in each status. Rules:
 * 1. Hours are counted once they are over, one after the other, up to a mark. What is over does not change; where it does all the
 *    same (a demo, a move), the change itself sets the mark back (`note_status_figures`).
 * 2. The last status before a stretch of time begins it; one that holds lasts until now.
 * 3. Microseconds, as the history has them: parts add up to the whole exactly.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** What somebody's history has between two moments, cut at both: `user_id`, `status`, `began`, `ended`. */
export const statusSpans = (
  fromMs: number,
  toMs: number,
  { userIds, nowMs }: { userIds?: readonly number[] | undefined; nowMs: number },
): RawBuilder<unknown> => sql`
  select a.user_id, e.status, e.began, e.ended
  from ${agentRows} a
  cross join lateral (select coalesce(max(b.at), '-infinity') at from agent_status_event b where b.user_id = a.user_id and b.at <= ${momentOfMs(fromMs)}) since
  cross join lateral (
    select e.status, greatest(e.at, ${momentOfMs(fromMs)}) began, least(coalesce(e.until, ${momentOfMs(nowMs)}), ${momentOfMs(Math.min(toMs, nowMs))}) ended
    from agent_status_event e where e.user_id = a.user_id and e.at < ${momentOfMs(toMs)} and e.at >= since.at
    -- Not to be joined with all statuses there are: one range of the index for each agent.
    offset 0
  ) e where e.ended > e.began ${userIds ? sql`and a.user_id = any(${[...userIds]}::bigint[])` : sql``}`;

export const spanUs = sql`(extract(epoch from ended - began) * 1000000)::bigint`;

/** The same cut at quarters: `user_id`, `status`, `quarter`, `us`. */
export const spansByQuarter = (spans: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.user_id, s.status, q quarter, (extract(epoch from least(s.ended, q + interval '15 minutes') - greatest(s.began, q)) * 1000000)::bigint us
  from (${spans}) s cross join lateral generate_series(quarter_of(s.began), s.ended - interval '1 microsecond', interval '15 minutes') q`;

/** Up to when statuses are counted; null: nothing is. */
export async function statusesCountedUntil(tx: TenantTx): Promise<number | null> {
  const { rows } = await sql<{
    ms: number;
  }>`select ${msOfColumn('counted_until')} ms from figure_status where isfinite(counted_until)`.execute(tx.as());
  return rows[0]?.ms ?? null;
}

/** Counts hours that are over, a day's at most; answers whether there were any. */
export async function countStatuses(tx: TenantTx, settledMs: number): Promise<boolean> {
  const rows = tx.as<never>();
  await sql`select pg_advisory_xact_lock(hashtext('dashboard.count'), hashtext(${String(tx.tenantId)}))`.execute(rows);
  // Whoever writes into what is counted waits for the mark, and sets it back.
  await sql`insert into figure_status (counted_until) values ('infinity') on conflict (tenant_id) do nothing`.execute(
    rows,
  );
  const { rows: marks } = await sql<{ ms: number | null; first: number | null }>`
    select case when isfinite(counted_until) then ${msOfColumn('counted_until')} end ms, (select ${msOfColumn('at')} from (select min(at) at from agent_status_event) e) "first"
    from figure_status for update`.execute(rows);
  const { ms, first } = marks[0]!;
  // Where nobody was there yet, what is to come begins no earlier than now.
  const fromMs = ms ?? hourOf(first ?? settledMs);
  const endMs = hourOf(settledMs);
  const toMs = Math.min(endMs, (Math.floor(fromMs / DAY_MS) + 1) * DAY_MS);
  if (toMs > fromMs) await countBetween(tx, fromMs, toMs);
  await sql`update figure_status set counted_until = ${momentOfMs(Math.max(fromMs, toMs))}`.execute(rows);
  return toMs > fromMs && toMs < endMs;
}

async function countBetween(tx: TenantTx, fromMs: number, toMs: number): Promise<void> {
  const rows = tx.as<never>();
  const [from, to, day] = [momentOfMs(fromMs), momentOfMs(toMs), momentOfMs(fromMs - (fromMs % DAY_MS))];
  await sql`delete from agent_status_hour where hour >= ${from} and hour < ${to}`.execute(rows);
  await sql`delete from status_quarter where quarter >= ${from} and quarter < ${to}`.execute(rows);
  await sql`delete from agent_status_time where day = ${day}`.execute(rows);
  await sql`
    with part as materialized (${spansByQuarter(statusSpans(fromMs, toMs, { nowMs: toMs }))}),
      hours as (insert into agent_status_hour (hour, user_id, status, us)
        select date_trunc('hour', quarter, 'UTC'), user_id, status, sum(us) from part group by 1, 2, 3)
    insert into status_quarter (quarter, status, us) select quarter, status, sum(us) from part group by 1, 2`.execute(
    rows,
  );
  if (toMs % DAY_MS !== 0) return;
  await sql`
    insert into agent_status_time (day, user_id, status, us)
    select ${day}, user_id, status, sum(us) from agent_status_hour where hour >= ${day} and hour < ${to} group by user_id, status`.execute(
    rows,
  );
}

const hourOf = (ms: number): number => ms - (ms % HOUR_MS);
