import { sql } from 'kysely';
import { type TimeRange } from '#core/calendar/day-range.ts';
import { stepsOf } from '#core/calendar/day-steps.ts';
import { addFigures, noFigures, type Figures } from '#core/figures/call-figures.ts';
import { figureGlossary } from '#core/figures/glossary.ts';
import { addWaits, waitPercentile } from '#core/figures/waits.ts';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs } from '#platform/server/db/moments.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { Dashboard, DashboardFilter, Percentiles } from '../contract.ts';
import { statusRepo } from './status.repo.ts';
import {
  callKeys,
  callsBetween,
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

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
export const sumOf = (all: readonly Figures[]): Figures => all.reduce(addFigures, noFigures);
export const figuresBy = <Row extends Sums, Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, Figures> =>
  new Map([...Map.groupBy(rows, key)].map(([of, own]) => [of, sumOf(own.map(figuresOfSums))]));
const mostFirst = <Row extends Figures & { id: number }>(list: Row[]): Row[] =>
  list.sort((a, b) => b.ended - a.ended || a.id - b.id);

/** Which calls. */
export interface CallScope {
  range: TimeRange;
  group_id?: number | undefined;
  agent_id?: number | undefined;
  campaign_id?: number | undefined;
}

/** The sums of a step (from 1) or of a group, in one direction. */
export type CallCell = Sums & { step: number | null; group_id: number | null; waits: number[] };

const within = (column: string, { range }: Pick<CallScope, 'range'>) =>
  sql`${sql.ref(column)} >= ${momentOfMs(range.fromMs)} and ${sql.ref(column)} < ${momentOfMs(range.toMs)}`;
const ofGroup = (column: string, { group_id: groupId }: CallScope) =>
  groupId ? sql`and ${sql.ref(column)} = ${groupId}` : sql``;
const ofAgent = (column: string, { agent_id: agentId }: CallScope) =>
  agentId ? sql`and ${sql.ref(column)} = ${agentId}` : sql``;
const ofCampaign = ({ campaign_id: campaignId }: CallScope) =>
  campaignId ? sql`and campaign_id = ${campaignId}` : sql``;
/** The same of calls themselves. */
const ofCalls = (scope: CallScope) =>
  sql`${ofGroup('r.group_id', scope)} ${ofAgent('r.user_id', scope)} ${scope.campaign_id ? sql`and r.task_id = ${String(scope.campaign_id)}` : sql``}`;
const hourOf = (ms: number): number => ms - (ms % HOUR_MS);

/** Quarters of a range whose calls changed since they were counted; from the beginning of the hour. */
const dirtyIn = ({ range: { fromMs, toMs } }: CallScope) =>
  sql`dirty as materialized (select distinct quarter from figure_dirty where ${within('quarter', { range: { fromMs: hourOf(fromMs), toMs } })})`;
/** Hours that no table has: with a quarter that changed, of days that are not known yet, cut by the range or by a step of it. */
function unknownHours({ range }: CallScope, starts: readonly number[]) {
  const cut = [range.toMs, ...starts].filter((ms) => ms % HOUR_MS !== 0).map(hourOf);
  return sql`unknown as materialized (
    select date_trunc('hour', quarter, 'UTC') as hour from dirty
    union select hour from figure_day d cross join lateral generate_series(d.day, d.day + interval '23 hours', interval '1 hour') hour
      where not d.is_known and d.day >= ${momentOfMs(dayOfUtc(range.fromMs))} and d.day < ${momentOfMs(range.toMs)}
    union select to_timestamp(ms / 1000) from unnest(${cut}::float8[]) ms)`;
}
const pieceOf = ({ range }: CallScope) =>
  [
    sql`greatest(u.hour, ${momentOfMs(range.fromMs)})`,
    sql`least(u.hour + interval '1 hour', ${momentOfMs(range.toMs)})`,
  ] as const;

/** Figures of one tenant. Each question is one statement: what is counted and what is not yet belong to the same moment. */
export function figuresRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  const quarterSums = sql`${sumsOfCalls}, ${waitsOfCalls}`;
  const { direction, group, user } = callKeys;
  /** Quarters as they were counted, and those that changed since from their calls. */
  const ofEverybody = (scope: CallScope) => sql`
    select c.quarter, c.direction, c.group_id, ${sumColumns}, ${waitColumns} from call_quarter c where ${within('c.quarter', scope)} ${ofGroup('c.group_id', scope)} and c.quarter not in (select quarter from dirty)
    union all
    select q.quarter, c.direction, c.group_id, ${sumColumns}, ${waitColumns}
    from dirty q cross join ${callsBetween(sql`q.quarter`, sql`q.quarter + interval '15 minutes'`, { keys: [direction, group], what: quarterSums, where: ofCalls(scope) })} c where ${within('q.quarter', scope)}`;
  /** Of one agent the hours, which no step cuts, and the calls of hours that are not known. */
  const ofOne = (scope: CallScope) => {
    const [from, to] = pieceOf(scope);
    return sql`
      select c.hour quarter, c.direction, c.group_id, ${sumColumns}, ${waitColumns} from call_agent_hour c
      where ${within('c.hour', scope)} ${ofAgent('c.user_id', scope)} ${ofGroup('c.group_id', scope)} ${ofCampaign(scope)} and c.hour not in (select hour from unknown)
      union all
      select c.quarter, c.direction, c.group_id, ${sumColumns}, ${waitColumns}
      from unknown u cross join ${callsBetween(from, to, { keys: [sql`quarter_of(r.started_at) quarter`, direction, group], what: quarterSums, where: ofCalls(scope) })} c`;
  };

  return {
    /** By step and by group, both by direction; a task is told apart for one agent alone. */
    async cells(scope: CallScope, starts: readonly number[]): Promise<CallCell[]> {
      const { rows: found } = await sql<CallCell>`
        with ${dirtyIn(scope)}, ${unknownHours(scope, starts)},
          cell as (${scope.agent_id ? ofOne(scope) : ofEverybody(scope)}),
          stepped as (
            select width_bucket(quarter, (select array_agg(to_timestamp(ms / 1000) order by ms) from unnest(${starts}::float8[]) ms)) step, group_id, direction, ${sumsOfSums}, ${waitsOfSums} from cell group by 1, 2, 3)
        select step, group_id, direction, ${sumsOfSums}, ${waitList} from stepped group by grouping sets ((step, direction), (group_id, direction))`.execute(
        rows,
      );
      return found;
    },

    /** Of every agent, by direction: whole days that are counted, the hours around them, and the calls of hours that are not known. */
    async agents(scope: CallScope): Promise<(Sums & { user_id: number })[]> {
      const { range } = scope;
      const [from, to] = pieceOf(scope);
      const { rows: found } = await sql<Sums & { user_id: number }>`
        with ${dirtyIn(scope)}, ${unknownHours(scope, [range.fromMs])},
          whole as materialized (
            select day from figure_day where counted and ${scope.campaign_id ? sql`false` : sql`true`} and day >= ${momentOfMs(range.fromMs)} and day + interval '1 day' <= ${momentOfMs(range.toMs)} and day not in (select date_trunc('day', quarter, 'UTC') from dirty)),
          beside as materialized (
            select hour, hour in (select hour from unknown) is_unknown
            from generate_series(${momentOfMs(hourOf(range.fromMs))}, ${momentOfMs(range.toMs - 1)}, interval '1 hour') hour where date_trunc('day', hour, 'UTC') not in (select day from whole)),
          part as (
            select c.user_id, c.direction, ${sumColumns} from whole w cross join lateral (select * from call_agent_day c where c.day = w.day ${ofGroup('c.group_id', scope)} ${ofAgent('c.user_id', scope)} offset 0) c
            union all
            select c.user_id, c.direction, ${sumColumns}
            from beside u cross join lateral (select * from call_agent_hour c where c.hour = u.hour ${ofGroup('c.group_id', scope)} ${ofAgent('c.user_id', scope)} ${ofCampaign(scope)} offset 0) c where not u.is_unknown
            union all
            select c.user_id, c.direction, ${sumColumns}
            from beside u cross join ${callsBetween(from, to, { keys: [user, direction], what: sumsOfCalls, where: sql`and r.user_id is not null ${ofCalls(scope)}` })} c where u.is_unknown
          )
        select user_id, direction, ${sumsOfSums} from part group by user_id, direction`.execute(rows);
      return found;
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

/** Figures of cells together, with the waits that half and nine of ten callers stayed below. */
function withWaits(cells: readonly CallCell[]): Figures & Percentiles {
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

/** How long agents were there for calls, and signed in but away. */
async function agentTimes(
  tx: TenantTx,
  scope: CallScope,
  nowMs: number,
): Promise<Map<number, { readySec: number; awaySec: number }>> {
  const repo = statusRepo(tx);
  const found = await repo.ofAgents({ range: scope.range, userIds: await repo.chosen(scope) }, nowMs);
  const { readySec, awaySec } = figureGlossary;
  return new Map(
    [...found].map(([id, statuses]) => [
      id,
      { readySec: readySec.of({ statuses }) ?? 0, awaySec: awaySec.of({ statuses }) ?? 0 },
    ]),
  );
}

async function agentsOf(tx: TenantTx, filter: DashboardFilter, nowMs: number): Promise<Dashboard['agents']> {
  const scope = { ...filter, range: stepsOf(filter).range };
  const repo = figuresRepo(tx);
  const calls = figuresBy(await repo.agents(scope), ({ user_id }) => user_id);
  const times = await agentTimes(tx, scope, nowMs);
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
    db.readAside({ tenantId }, (tx) => wholes(tx, filter)),
    db.readAside({ tenantId }, (tx) => agentsOf(tx, filter, nowMs)),
  ]);
  return { ...whole, total: { ...total, readySec: agents.reduce((sum, { readySec }) => sum + readySec, 0) }, agents };
}
