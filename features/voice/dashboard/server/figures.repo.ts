import { sql } from 'kysely';
import { type TimeRange } from '#core/calendar/day-range.ts';
import { stepsOf } from '#core/calendar/day-steps.ts';
import { addFigures, noFigures, type Figures } from '#core/figures/call-figures.ts';
import { addWaits, waitPercentile } from '#core/figures/waits.ts';
import { groupRows, groupMembers } from '#features/team/agent-groups/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, msOfColumn } from '#platform/server/db/moments.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { Dashboard, DashboardFilter, Percentiles } from '../contract.ts';
import { statusMs } from './count.ts';
import {
  callsBetween,
  callsWithPromise,
  figuresOfSums,
  sumColumns,
  sumsOfCalls,
  sumsOfSums,
  waitColumns,
  waitList,
  waitsOfCalls,
  waitsOfSums,
  type Sums,
} from './sums.ts';

const DAY_MS = 86_400_000;
const sumOf = (all: readonly Figures[]): Figures => all.reduce(addFigures, noFigures);
const figuresBy = <Row extends Sums, Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, Figures> =>
  new Map([...Map.groupBy(rows, key)].map(([of, own]) => [of, sumOf(own.map(figuresOfSums))]));
const mostFirst = <Row extends Figures & { id: number }>(list: Row[]): Row[] =>
  list.sort((a, b) => b.ended - a.ended || a.id - b.id);

interface Scope {
  range: TimeRange;
  group_id?: number | undefined;
  agent_id?: number | undefined;
}

/** The sums of a step (from 1) or of a group, in one direction. */
type Cell = Sums & { step: number | null; group_id: number | null; waits: number[] };

/** Figures of one tenant. Each question is one statement: what is counted and what is not yet belong to the same moment. */
export function figuresRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const within = (column: string, { range }: Scope) =>
    sql`${sql.ref(column)} >= ${momentOfMs(range.fromMs)} and ${sql.ref(column)} < ${momentOfMs(range.toMs)}`;
  const ofGroup = (column: string, { group_id: groupId }: Scope) =>
    groupId ? sql`and ${sql.ref(column)} = ${groupId}` : sql``;
  const ofAgent = (column: string, { agent_id: agentId }: Scope) =>
    agentId ? sql`and ${sql.ref(column)} = ${agentId}` : sql``;
  const quarterSums = sql`${sumsOfCalls}, ${waitsOfCalls}`;
  /** Quarters as they were counted, and those that changed since from their calls. */
  const ofEverybody = (scope: Scope) => sql`
    select c.quarter, c.direction, c.group_id, ${sumColumns}, ${waitColumns} from call_quarter c where ${within('c.quarter', scope)} ${ofGroup('c.group_id', scope)} and c.quarter not in (select quarter from dirty)
    union all
    select q.quarter, c.direction, coalesce(c.group_id, 0), ${sumColumns}, ${waitColumns}
    from dirty q cross join ${callsBetween(sql`q.quarter`, sql`q.quarter + interval '15 minutes'`, { keys: sql`r.direction, r.group_id`, what: quarterSums, where: ofGroup('r.group_id', scope) })} c`;
  /** Of one agent the calls themselves are read: they are few, and an index has them together. */
  const ofOne = (scope: Scope) => sql`
    select quarter_of(r.started_at) quarter, r.direction, coalesce(r.group_id, 0) group_id, ${quarterSums}
    from ${callsWithPromise} where ${within('r.started_at', scope)} and r.ended_at is not null ${ofGroup('r.group_id', scope)} ${ofAgent('r.user_id', scope)} group by 1, 2, 3`;

  return {
    /** By step and by group, both by direction. */
    async cells(scope: Scope, starts: readonly number[]): Promise<Cell[]> {
      const { rows: found } = await sql<Cell>`
        with dirty as materialized (select distinct quarter from figure_dirty where ${within('quarter', scope)}),
          cell as (${scope.agent_id ? ofOne(scope) : ofEverybody(scope)}),
          stepped as (
            select width_bucket(quarter, (select array_agg(to_timestamp(ms / 1000) order by ms) from unnest(${starts}::float8[]) ms)) step, group_id, direction, ${sumsOfSums}, ${waitsOfSums} from cell group by 1, 2, 3)
        select step, group_id, direction, ${sumsOfSums}, ${waitList} from stepped group by grouping sets ((step, direction), (group_id, direction))`.execute(
        rows,
      );
      return found;
    },

    /** Of every agent, by direction: whole days that are counted, and the calls of the hours around them. */
    async agents(scope: Scope): Promise<(Sums & { user_id: number })[]> {
      const { range } = scope;
      const { rows: found } = await sql<Sums & { user_id: number }>`
        with dirty as materialized (select distinct date_trunc('day', quarter, 'UTC') at from figure_dirty where quarter >= ${momentOfMs(dayOfUtc(range.fromMs))} and quarter < ${momentOfMs(range.toMs)}),
          whole as materialized (
            select day from figure_day where counted and day >= ${momentOfMs(range.fromMs)} and day + interval '1 day' <= ${momentOfMs(range.toMs)} and day not in (select at from dirty)),
          rest as materialized (
            select greatest(day, ${momentOfMs(range.fromMs)}) "from", least(day + interval '1 day', ${momentOfMs(range.toMs)}) "to"
            from generate_series(${momentOfMs(dayOfUtc(range.fromMs))}, ${momentOfMs(range.toMs - 1)}, interval '1 day') day where day not in (select day from whole)),
          part as (
            select c.user_id, c.direction, ${sumColumns} from whole w join call_agent_day c on c.day = w.day where true ${ofGroup('c.group_id', scope)} ${ofAgent('c.user_id', scope)}
            union all
            select c.user_id, c.direction, ${sumColumns}
            from rest cross join ${callsBetween(sql`rest."from"`, sql`rest."to"`, { keys: sql`r.user_id, r.direction`, what: sumsOfCalls, where: sql`and r.user_id is not null ${ofGroup('r.group_id', scope)} ${ofAgent('r.user_id', scope)}` })} c
          )
        select user_id, direction, ${sumsOfSums} from part group by user_id, direction`.execute(rows);
      return found;
    },

    /** How long agents were there and away. What is over does not change any more, so that days and hours may be read one after another. */
    async statuses(
      { range, group_id: groupId, agent_id: agentId }: Scope,
      nowMs: number,
    ): Promise<Map<number, { readySec: number; awaySec: number }>> {
      const { rows: counted } = await sql<{ ms: number }>`
        select ${msOfColumn('day')} ms from figure_day where counted and day >= ${momentOfMs(range.fromMs)} and day + interval '1 day' <= ${momentOfMs(range.toMs)} order by day`.execute(
        rows,
      );
      const days = counted.map(({ ms }) => ms);
      const parts = [
        sql<{
          user_id: number;
          ready_ms: number;
          away_ms: number;
        }>`select user_id, sum(ready_ms)::bigint ready_ms, sum(away_ms)::bigint away_ms from agent_status_day where day in (select to_timestamp(ms / 1000) from unnest(${days}::float8[]) ms) group by user_id`,
      ];
      for (const { fromMs, toMs } of gapsOf(range, days))
        if (fromMs < nowMs) parts.push(statusMs(fromMs, toMs, nowMs, agentId));
      const times = new Map<number, { readyMs: number; awayMs: number }>();
      for (const part of parts) {
        for (const { user_id: id, ready_ms, away_ms } of (await part.execute(rows)).rows) {
          const before = times.get(id) ?? { readyMs: 0, awayMs: 0 };
          times.set(id, { readyMs: before.readyMs + ready_ms, awayMs: before.awayMs + away_ms });
        }
      }
      const chosen = groupId
        ? new Set(
            (
              await sql<{
                user_id: number;
              }>`select user_id from ${groupMembers} gm where group_id = ${groupId}`.execute(rows)
            ).rows.map(({ user_id }) => user_id),
          )
        : null;
      return new Map(
        [...times]
          .filter(([id]) => (chosen?.has(id) ?? true) && (!agentId || id === agentId))
          .map(([id, { readyMs, awayMs }]) => [
            id,
            { readySec: Math.floor(readyMs / 1_000), awaySec: Math.floor(awayMs / 1_000) },
          ]),
      );
    },

    async groups(): Promise<Map<number, { name: string; promiseSec: number }>> {
      const { rows: found } = await sql<{
        id: number;
        name: string;
        sec: number;
      }>`select id, name, service_level_sec sec from ${groupRows} g`.execute(rows);
      return new Map(found.map(({ id, name, sec }) => [id, { name, promiseSec: sec }]));
    },

    async people(ids: readonly number[]): Promise<Map<number, string>> {
      const { rows: found } = await sql<{
        id: number;
        name: string;
      }>`select user_id id, nick_name name from member where user_id = any(${ids}::bigint[])`.execute(rows);
      return new Map(found.map(({ id, name }) => [id, name]));
    },
  };
}

const dayOfUtc = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** What of a range is left beside whole days, sorted; neighbours in one piece. */
export function gapsOf({ fromMs, toMs }: TimeRange, days: readonly number[]): TimeRange[] {
  const gaps: TimeRange[] = [];
  let at = fromMs;
  for (const day of days) {
    if (day > at) gaps.push({ fromMs: at, toMs: day });
    at = day + DAY_MS;
  }
  if (at < toMs) gaps.push({ fromMs: at, toMs });
  return gaps;
}

/** Figures of cells together, with the waits that half and nine of ten callers stayed below. */
function withWaits(cells: readonly Cell[]): Figures & Percentiles {
  const figures = sumOf(cells.map(figuresOfSums));
  const waits =
    cells.map((cell) => cell.waits).reduce<number[] | null>((sum, own) => (sum ? addWaits(sum, own) : own), null) ?? [];
  return {
    ...figures,
    medianWaitSec: waitPercentile(waits, 0.5, figures.longestWaitSec),
    ninetiethWaitSec: waitPercentile(waits, 0.9, figures.longestWaitSec),
  };
}
const nothing = withWaits([]);

async function wholes(
  tx: TenantTx,
  filter: DashboardFilter,
): Promise<Omit<Dashboard, 'agents' | 'total'> & { total: Figures & Percentiles }> {
  const { step, starts, range } = stepsOf(filter);
  const repo = figuresRepo(tx);
  const cells = await repo.cells({ ...filter, range }, starts);
  const names = await repo.groups();
  const byStep = Map.groupBy(
    cells.filter((cell) => cell.step !== null),
    (cell) => cell.step,
  );
  const byGroup = Map.groupBy(
    cells.filter((cell) => cell.group_id !== null && cell.group_id !== 0),
    (cell) => cell.group_id!,
  );
  return {
    total: withWaits([...byStep.values()].flat()),
    step,
    times: starts.map((ms, place) => ({
      start: toWireTime(ms),
      end: toWireTime(starts[place + 1] ?? range.toMs),
      ...(byStep.has(place + 1) ? withWaits(byStep.get(place + 1)!) : nothing),
    })),
    groups: mostFirst(
      [...byGroup].map(([id, own]) => ({
        id,
        name: names.get(id)?.name ?? '',
        promiseSec: names.get(id)?.promiseSec ?? null,
        ...withWaits(own),
      })),
    ),
  };
}

async function agentsOf(tx: TenantTx, filter: DashboardFilter, nowMs: number): Promise<Dashboard['agents']> {
  const scope = { ...filter, range: stepsOf(filter).range };
  const repo = figuresRepo(tx);
  const calls = figuresBy(await repo.agents(scope), ({ user_id }) => user_id);
  const times = await repo.statuses(scope, nowMs);
  const ids = [
    ...new Set([
      ...calls.keys(),
      ...[...times].filter(([, { readySec, awaySec }]) => readySec + awaySec > 0).map(([id]) => id),
    ]),
  ];
  const names = await repo.people(ids);
  return mostFirst(
    ids.map((id) => ({
      id,
      name: names.get(id) ?? '',
      ...(times.get(id) ?? { readySec: 0, awaySec: 0 }),
      ...(calls.get(id) ?? noFigures),
    })),
  );
}

/** Everything the page shows of a range. Its two halves are read side by side. */
export async function readDashboard(
  db: Db,
  { tenantId }: { tenantId: number },
  filter: DashboardFilter,
  nowMs: number,
): Promise<Dashboard> {
  const [{ total, ...whole }, agents] = await Promise.all([
    db.tenant({ tenantId }, (tx) => wholes(tx, filter)),
    db.tenant({ tenantId }, (tx) => agentsOf(tx, filter, nowMs)),
  ]);
  return { ...whole, total: { ...total, readySec: agents.reduce((sum, { readySec }) => sum + readySec, 0) }, agents };
}
