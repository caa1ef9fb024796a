import { sql, type RawBuilder } from 'kysely';
import type { TimeRange } from '#core/calendar/day-range.ts';
import { attemptRows, campaignRows } from '#features/outbound/campaigns/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, momentOfMsColumn } from '#platform/server/db/moments.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';

/*
 * Sums of calls of AI tasks, kept as the dashboard keeps those of calls: a change notes the quarter of its task, a job counts it
 * anew, readers take what is noted from the calls themselves.
 */

const PIECES_AT_ONCE = 500;

/** Calls of a step (from 1) or of a task, with one result. */
export interface AiCell {
  step: number | null;
  campaign_id: number | null;
  /** Null: none. */
  result: AiCallResult | null;
  calls: number;
  connected: number;
  talk_sec: number;
}

/** Of calls `a` that are over. */
const sums = sql`count(*) calls, count(*) filter (where a.answered_at is not null) connected, coalesce(sum(a.talk_sec), 0) talk_sec`;
/** Of a noted piece `d`, as a subquery of its row: one range of the index each. */
const callsOf = (piece: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select d.quarter, d.campaign_id, c.status, c.result, c.calls, c.connected, c.talk_sec
  from ${piece} d cross join lateral (
    select a.status, coalesce(a.ai_result, 0) result, ${sums} from ${attemptRows} a
    where a.campaign_id = d.campaign_id and a.began_at >= d.quarter and a.began_at < d.quarter + interval '15 minutes' and a.ended_at is not null group by 1, 2) c`;

/** Of noted pieces those of AI tasks: other tasks note theirs as well. */
const ofAi = (pieces: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select d.* from ${pieces} d join ${campaignRows} x on x.id = d.campaign_id and x.kind = 'ai')`;

/** Counts pieces that changed; answers how many. */
async function countPieces(tx: TenantTx): Promise<number> {
  const rows = tx.as<never>();
  await sql`select pg_advisory_xact_lock(hashtext('statistics.count'), hashtext(${String(tx.tenantId)}))`.execute(rows);
  const { rows: taken } = await sql<{ campaign_id: number; ms: number }>`
    with due as (select distinct campaign_id, quarter from ai_figure_dirty order by quarter desc, campaign_id limit ${sql.lit(PIECES_AT_ONCE)}),
      gone as (delete from ai_figure_dirty d using due where d.quarter = due.quarter and d.campaign_id = due.campaign_id)
    select campaign_id, (extract(epoch from quarter) * 1000)::float8 ms from due`.execute(rows);
  if (taken.length === 0) return 0;
  const pieces = sql`(select campaign_id, ${momentOfMsColumn('ms')} quarter from unnest(${taken.map(({ campaign_id }) => campaign_id)}::bigint[], ${taken.map(({ ms }) => ms)}::float8[]) p (campaign_id, ms))`;
  await sql`delete from ai_quarter q using ${pieces} d where q.quarter = d.quarter and q.campaign_id = d.campaign_id`.execute(
    rows,
  );
  await sql`insert into ai_quarter (quarter, campaign_id, status, result, calls, connected, talk_sec) ${callsOf(ofAi(pieces))}`.execute(
    rows,
  );
  return taken.length;
}

/** Counts everything of one tenant that is due. */
export async function countAiCalls(db: Db, tenantId: number): Promise<void> {
  while ((await db.tenant({ tenantId }, countPieces)) === PIECES_AT_ONCE);
}

export const countAiJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'statistics.count',
  cron: '* * * * *',
  async run() {
    const tenants = await db.everyTenant(
      'whose AI tasks called',
      async (tx) =>
        (await sql<{ tenant_id: number }>`select distinct tenant_id from ai_figure_dirty`.execute(tx.as())).rows,
    );
    for (const { tenant_id: tenantId } of tenants) await countAiCalls(db, tenantId);
  },
});

/** By step and by task, both by result; one statement. */
export async function aiCells(
  tx: TenantTx,
  { range: { fromMs, toMs }, campaign_id: campaignId }: { range: TimeRange; campaign_id?: number | undefined },
  starts: readonly number[],
): Promise<AiCell[]> {
  const within = sql`quarter >= ${momentOfMs(fromMs)} and quarter < ${momentOfMs(toMs)} ${campaignId ? sql`and campaign_id = ${campaignId}` : sql``}`;
  const { rows } = await sql<Omit<AiCell, 'result'> & { result: number }>`
    with dirty as materialized (select distinct campaign_id, quarter from ai_figure_dirty where ${within}),
      cell as (
        select quarter, campaign_id, status, result, calls, connected, talk_sec from ai_quarter where ${within} and (campaign_id, quarter) not in (select campaign_id, quarter from dirty)
        union all ${callsOf(ofAi(sql`dirty`))})
    select step, campaign_id, result, sum(calls) calls, sum(connected) connected, sum(talk_sec) talk_sec
    from (select width_bucket(quarter, (select array_agg(${momentOfMsColumn('ms')} order by ms) from unnest(${starts}::float8[]) ms)) step, * from cell) c
    group by grouping sets ((step, result), (campaign_id, result))`.execute(tx.as());
  return rows.map(({ result, ...row }) => ({ ...row, result: result === 0 ? null : (result as AiCallResult) }));
}
