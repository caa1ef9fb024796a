import { sql, type RawBuilder } from 'kysely';
import type { TimeRange } from '#core/calendar/day-range.ts';
import type { LossPlace } from '#core/figures/loss.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { momentOfMs, momentOfMsColumn } from '#platform/server/db/moments.ts';
import type { CallOutcome } from '#shared/codes/call-outcome.ts';
import {
  callKeys,
  callsBetween,
  goneList,
  isLoss,
  lossColumns,
  lossOfCalls,
  sumsOfSums,
  wayColumns,
  waysOfCalls,
  type Sums,
} from './sums.ts';

const DAY_MS = 86_400_000;

/** Which calls. */
export interface WayScope {
  range: TimeRange;
  direction?: Sums['direction'];
  campaign_id?: number | undefined;
  trunk_id?: number | undefined;
  number_id?: number | undefined;
}
export type WayCut = 'campaign' | 'trunk' | 'number' | 'outcome';

/** Sums of a step (from 1) or of what is cut by, in one direction and with one outcome. */
export type WayCell = Sums & {
  step: number | null;
  key: number | null;
  outcome: CallOutcome;
  ring_sec: number;
  rang: number;
};

export interface LossScope {
  range: TimeRange;
  group_id?: number | undefined;
  number_id?: number | undefined;
}

/** Lost callers of a step (from 1) or of what is cut by, at one place. */
export interface LossCell {
  step: number | null;
  key: number | null;
  place: LossPlace;
  calls: number;
  gone_sec: number;
  longest_gone_sec: number;
  gone: number[];
}

const within = (column: string, { fromMs, toMs }: TimeRange): RawBuilder<unknown> =>
  sql`${sql.ref(column)} >= ${momentOfMs(fromMs)} and ${sql.ref(column)} < ${momentOfMs(toMs)}`;
const is = (column: string, value: number | string | undefined): RawBuilder<unknown> =>
  value === undefined ? sql`` : sql`and ${sql.ref(column)} = ${value}`;

/** Quarters that no table has: those that changed, and those of days that are not known yet. */
const unknownQuarters = (range: TimeRange): RawBuilder<unknown> => sql`unknown as materialized (
  select distinct quarter from figure_dirty where ${within('quarter', range)}
  union select q from figure_day d cross join lateral generate_series(d.day, d.day + interval '1425 minutes', interval '15 minutes') q
    where not d.is_known and d.day >= ${momentOfMs(range.fromMs - DAY_MS)} and d.day < ${momentOfMs(range.toMs)} and ${within('q', range)})`;
const stepOf = (starts: readonly number[]): RawBuilder<unknown> =>
  sql`width_bucket(quarter, (select array_agg(${momentOfMsColumn('ms')} order by ms) from unnest(${starts}::float8[]) ms))`;
const { direction, campaign, trunk, number, outcome, place, group } = callKeys;
const quarterLater = sql`u.quarter + interval '15 minutes'`;

/** Sums by the way calls went, and by where callers were lost. Each question is one statement. */
export function waysRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async ways(scope: WayScope, starts: readonly number[], cut: WayCut | null): Promise<WayCell[]> {
      const { range, campaign_id: campaignId, trunk_id: trunkId, number_id: numberId } = scope;
      const key = cut === null ? sql`0` : cut === 'outcome' ? sql`outcome` : sql.ref(`${cut}_id`);
      const { rows: found } = await sql<WayCell>`
        with ${unknownQuarters(range)},
          cell as (
            select c.quarter, c.direction, c.campaign_id, c.trunk_id, c.number_id, c.outcome, ${wayColumns} from call_way_quarter c where ${within('c.quarter', range)} and c.quarter not in (select quarter from unknown)
              ${is('c.direction', scope.direction)} ${is('c.campaign_id', campaignId)} ${is('c.trunk_id', trunkId)} ${is('c.number_id', numberId)}
            union all
            select u.quarter, c.direction, c.campaign_id, c.trunk_id, c.number_id, c.outcome, ${wayColumns}
            from unknown u cross join ${callsBetween(sql`u.quarter`, quarterLater, {
              keys: [direction, campaign, trunk, number, outcome],
              what: waysOfCalls,
              where: sql`${is('r.direction', scope.direction)} ${is('r.task_id', campaignId === undefined ? undefined : String(campaignId))} ${is('r.line_id', trunkId)} ${is('r.did_number_id', numberId)}`,
            })} c),
          stepped as (
            select ${stepOf(starts)} step, ${key} key, direction, outcome, ${sumsOfSums}, sum(ring_sec) ring_sec, sum(rang) rang from cell group by 1, 2, 3, 4)
        select step, key, direction, outcome, ${sumsOfSums}, sum(ring_sec) ring_sec, sum(rang) rang from stepped
        group by grouping sets ((step, direction, outcome), (key, direction, outcome))`.execute(rows);
      return found;
    },

    async losses(scope: LossScope, starts: readonly number[], cut: 'group' | 'number' | null): Promise<LossCell[]> {
      const { range, group_id: groupId, number_id: numberId } = scope;
      const key = cut === null ? sql`0` : sql.ref(`${cut}_id`);
      const { rows: found } = await sql<LossCell>`
        with ${unknownQuarters(range)},
          cell as (
            select c.quarter, c.place, c.group_id, c.number_id, ${lossColumns} from call_loss_quarter c where ${within('c.quarter', range)} and c.quarter not in (select quarter from unknown)
              ${is('c.group_id', groupId)} ${is('c.number_id', numberId)}
            union all
            select u.quarter, c.place, c.group_id, c.number_id, ${lossColumns}
            from unknown u cross join ${callsBetween(sql`u.quarter`, quarterLater, {
              keys: [place, group, number],
              what: lossOfCalls,
              where: sql`and ${isLoss} ${is('r.group_id', groupId)} ${is('r.did_number_id', numberId)}`,
            })} c)
        select step, key, place, sum(calls) calls, sum(gone_sec) gone_sec, max(longest_gone_sec) longest_gone_sec, ${goneList}
        from (select ${stepOf(starts)} step, ${key} key, cell.* from cell) c group by grouping sets ((step, place), (key, place))`.execute(
        rows,
      );
      return found;
    },
  };
}
