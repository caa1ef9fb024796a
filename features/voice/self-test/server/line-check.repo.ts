import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { LineResult } from '../contract.ts';

export interface PointRow {
  line_id: number;
  at: string;
  mos: number | null;
}

/** Figures of one subject on one day. */
export interface DayRow {
  id: number;
  name: string | null;
  day: string;
  mos: number | null;
  count: number;
  poor: number;
}

/** A person's graph needs no more; checks come by a few a day. */
const POINTS_MOST = 2_000;

/** What checks and calls showed of lines. */
export function lineCheckRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const since = (days: number): RawBuilder<unknown> => sql`now() - make_interval(days => ${days})`;
  return {
    async add(userId: number, kind: 'asked' | 'quiet', results: readonly LineResult[]): Promise<void> {
      await sql`
        insert into line_check (user_id, line_id, kind, mos, round_trip_ms, jitter_ms, loss_percent, error)
        select ${userId}, r."endPointId", ${kind}, r.mos, r."roundTripMs", r."jitterMs", r."lossPercent", case when r.mos is null then coalesce(r.error, 'silent') end
        from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r ("endPointId" int, mos numeric, "roundTripMs" float8, "jitterMs" float8, "lossPercent" float8, error text)`.execute(
        rows,
      );
    },
    async own(userId: number, days: number): Promise<PointRow[]> {
      const found = await sql<PointRow>`
        select line_id, created_at at, mos::float8 mos from line_check where user_id = ${userId} and created_at > ${since(days)} order by created_at desc limit ${POINTS_MOST}`.execute(
        rows,
      );
      return found.rows.reverse();
    },
    async checks(days: number, zone: string): Promise<DayRow[]> {
      const found = await sql<DayRow>`
        select line_id id, null name, to_char(created_at at time zone ${zone}, 'YYYY-MM-DD') "day", avg(mos)::float8 mos, count(*)::int count, count(*) filter (where mos is null or mos < 3)::int poor
        from line_check where created_at > ${since(days)} group by 1, 3 order by 1, 3`.execute(rows);
      return found.rows;
    },
    async callsByLine(days: number, zone: string): Promise<DayRow[]> {
      const found = await sql<DayRow>`
        select line_id id, null name, to_char(created_at at time zone ${zone}, 'YYYY-MM-DD') "day", avg(mos)::float8 mos, count(*)::int count, count(*) filter (where mos < 3)::int poor
        from call_quality_report where created_at > ${since(days)} and line_id is not null and mos is not null group by 1, 3 order by 1, 3`.execute(
        rows,
      );
      return found.rows;
    },
    async callsOf(userId: number, days: number): Promise<{ mos: number | null; calls: number; poor: number }> {
      const found = await sql<{ mos: number | null; calls: number; poor: number }>`
        select round(avg(mos)::numeric, 2)::float8 mos, count(*)::int calls, count(*) filter (where mos < 3)::int poor
        from call_quality_report where user_id = ${userId} and created_at > ${since(days)} and mos is not null`.execute(
        rows,
      );
      return found.rows[0]!;
    },
    /** The last check of each line. */
    async lastChecks(userId: number, days: number): Promise<PointRow[]> {
      const found = await sql<PointRow>`
        select distinct on (line_id) line_id, created_at at, mos::float8 mos from line_check
        where user_id = ${userId} and created_at > ${since(days)} order by line_id, created_at desc`.execute(rows);
      return found.rows;
    },
    async callsByAgent(days: number, zone: string): Promise<DayRow[]> {
      // Read once, in the index alone; names are looked up for what is left.
      const found = await sql<DayRow>`
        select q.id, m.nick_name name, q."day", q.mos, q.count, q.poor
        from (
          select user_id id, to_char(created_at at time zone ${zone}, 'YYYY-MM-DD') "day", avg(mos)::float8 mos, count(*)::int count, count(*) filter (where mos < 3)::int poor
          from call_quality_report where created_at > ${since(days)} and mos is not null group by 1, 2
        ) q left join member m on m.user_id = q.id order by q.id, q."day"`.execute(rows);
      return found.rows;
    },
  };
}
