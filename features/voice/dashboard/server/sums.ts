import { sql, type RawBuilder } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Figures } from '#core/figures/call-figures.ts';
import { waitSteps, WAIT_STEPS } from '#core/figures/waits.ts';
import { callSort, lossPlaceOf } from '#features/voice/call-records/server/index.ts';

/** Sums as the tables keep them, of calls in one direction. */
export interface Sums {
  direction: 'inbound' | 'outbound' | 'internal';
  calls: number;
  talked: number;
  abandoned: number;
  in_line: number;
  served: number;
  lost: number;
  in_time: number;
  wait_sec: number;
  longest_wait_sec: number;
  talk_sec: number;
  hold_sec: number;
  wrap_up_sec: number;
}

/** The names of the sums, in their order. */
export const sumColumns = sql`calls, talked, abandoned, in_line, served, lost, in_time, wait_sec, longest_wait_sec, talk_sec, hold_sec, wrap_up_sec`;

/** Calls `r` with what their group promises now. */
export const callsWithPromise = sql`call_record r left join ${groupRows} g on g.id = r.group_id`;
/** Tasks have numbers; what else a phone said is none. */
export const campaignOf = sql`case when r.task_id ~ '^[1-9][0-9]{0,14}$' then r.task_id::bigint else 0 end`;
const promise = sql`g.service_level_sec`;
const countOf = (sort: Parameters<typeof callSort>[0]) => sql`count(*) filter (where ${callSort(sort, promise)})`;
const secondsOf = (column: string, sort: Parameters<typeof callSort>[0]) =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where ${callSort(sort, promise)}), 0)`;

/** The sums of `callsWithPromise`. */
export const sumsOfCalls = sql`count(*) calls, ${countOf('talked')} talked, ${countOf('abandoned')} abandoned, ${countOf('inLine')} in_line, ${countOf('served')} served, ${countOf('lost')} lost, ${countOf('inTime')} in_time,
  ${secondsOf('r.queue_sec', 'inLine')} wait_sec, coalesce(max(r.queue_sec) filter (where ${callSort('inLine', promise)}), 0) longest_wait_sec,
  ${secondsOf('r.talk_sec', 'talked')} talk_sec, ${secondsOf('r.hold_sec', 'talked')} hold_sec, ${secondsOf('r.wrap_up_sec', 'talked')} wrap_up_sec`;

/**
 * `what` of the finished calls between two moments of a row beside it, by `keys`. As a subquery of that row, so that each is one
 * range of an index: as a plain join of ranges it would be planned as all rows with all calls.
 */
export const callsBetween = (
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
  {
    keys,
    what,
    where = sql``,
  }: { keys: readonly RawBuilder<unknown>[]; what: RawBuilder<unknown>; where?: RawBuilder<unknown> },
) => sql`
  lateral (select ${sql.join(keys)}, ${what} from ${callsWithPromise} where r.started_at >= ${from} and r.started_at < ${to} and r.ended_at is not null ${where} group by ${sql.join(keys.map((_, place) => sql.lit(place + 1)))})`;

/** What calls are added up by; none is 0. */
export const callKeys = {
  direction: sql`r.direction`,
  group: sql`coalesce(r.group_id, 0) group_id`,
  user: sql`r.user_id`,
  campaign: sql`${campaignOf} campaign_id`,
  trunk: sql`coalesce(r.line_id, 0) trunk_id`,
  number: sql`coalesce(r.did_number_id, 0) number_id`,
  outcome: sql`r.outcome`,
  place: sql`${lossPlaceOf} place`,
};

/** The sums of sums. */
export const sumsOfSums = sql`sum(calls) calls, sum(talked) talked, sum(abandoned) abandoned, sum(in_line) in_line, sum(served) served, sum(lost) lost, sum(in_time) in_time,
  sum(wait_sec) wait_sec, max(longest_wait_sec) longest_wait_sec, sum(talk_sec) talk_sec, sum(hold_sec) hold_sec, sum(wrap_up_sec) wrap_up_sec`;

export const figuresOfSums = ({
  direction,
  calls,
  talked,
  abandoned,
  in_line,
  served,
  lost,
  in_time,
  wait_sec,
  longest_wait_sec,
  talk_sec,
  hold_sec,
  wrap_up_sec,
}: Sums): Figures => ({
  ended: calls,
  inbound: direction === 'inbound' ? calls : 0,
  outbound: direction === 'outbound' ? calls : 0,
  internal: direction === 'internal' ? calls : 0,
  talked,
  answered: direction === 'inbound' ? talked : 0,
  abandoned,
  reached: direction === 'outbound' ? talked : 0,
  inLine: in_line,
  served,
  lost,
  inTime: in_time,
  waitSec: wait_sec,
  longestWaitSec: longest_wait_sec,
  talkSec: talk_sec,
  holdSec: hold_sec,
  wrapUpSec: wrap_up_sec,
});

/** How many calls for groups waited how long: one column for each step of `core/figures/waits.ts`. */
const steps = Array.from({ length: WAIT_STEPS }, (_, step) => step);
const waitNames = steps.map((step) => `waited_${step}`);
export const waitColumns = sql.join(waitNames.map((name) => sql.ref(name)));
export const waitsOfSums = sql.join(waitNames.map((name) => sql`sum(${sql.ref(name)}) ${sql.ref(name)}`));
export const waitsOfCalls = sql.join(
  waitNames.map(
    (name, step) =>
      sql`count(*) filter (where ${callSort('inLine', promise)} and ${between('r.queue_sec', step)}) ${sql.ref(name)}`,
  ),
);
/** As one value, in the order of the steps. */
export const waitList = sql`array[${sql.join(waitNames.map((name) => sql`sum(${sql.ref(name)})::int`))}] waits`;

/** After how long callers were gone whom nobody talked to, in the same steps. */
const goneNames = steps.map((step) => `gone_${step}`);
export const lossColumns = sql`calls, gone_sec, longest_gone_sec, ${sql.join(goneNames.map((name) => sql.ref(name)))}`;
export const lossOfCalls = sql`count(*) calls, coalesce(sum(r.duration_sec), 0) gone_sec, coalesce(max(r.duration_sec), 0) longest_gone_sec, ${sql.join(
  goneNames.map((name, step) => sql`count(*) filter (where ${between('r.duration_sec', step)}) ${sql.ref(name)}`),
)}`;
export const goneList = sql`array[${sql.join(goneNames.map((name) => sql`sum(${sql.ref(name)})::int`))}] gone`;
export const isLoss = callSort('unanswered', promise);

/** The sums of a way, which has also how long the other side rang. */
export const wayColumns = sql`${sumColumns}, ring_sec, rang`;
export const waysOfCalls = sql`${sumsOfCalls}, coalesce(sum(r.ring_sec), 0) ring_sec, count(*) filter (where r.ring_sec > 0) rang`;

function between(column: string, step: number) {
  const [above, last] = [waitSteps[step - 1], waitSteps[step]];
  if (last === undefined) return sql`${sql.ref(column)} > ${sql.lit(above)}`;
  return above === undefined
    ? sql`${sql.ref(column)} <= ${sql.lit(last)}`
    : sql`${sql.ref(column)} > ${sql.lit(above)} and ${sql.ref(column)} <= ${sql.lit(last)}`;
}
