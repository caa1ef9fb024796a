import { sql, type RawBuilder } from 'kysely';
import { groupRows } from '#features/team/agent-groups/server/index.ts';
import type { Figures } from '#core/figures/call-figures.ts';
import { waitSteps, WAIT_STEPS } from '#core/figures/waits.ts';
import { callSort } from '#features/voice/call-records/server/index.ts';

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
  { keys, what, where = sql`` }: { keys: RawBuilder<unknown>; what: RawBuilder<unknown>; where?: RawBuilder<unknown> },
) => sql`
  lateral (select ${keys}, ${what} from ${callsWithPromise} where r.started_at >= ${from} and r.started_at < ${to} and r.ended_at is not null ${where} group by ${keys})`;

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
const waitNames = Array.from({ length: WAIT_STEPS }, (_, step) => `waited_${step}`);
export const waitColumns = sql.join(waitNames.map((name) => sql.ref(name)));
export const waitsOfSums = sql.join(waitNames.map((name) => sql`sum(${sql.ref(name)}) ${sql.ref(name)}`));
export const waitsOfCalls = sql.join(
  waitNames.map(
    (name, step) => sql`count(*) filter (where ${callSort('inLine', promise)} and ${between(step)}) ${sql.ref(name)}`,
  ),
);
/** As one value, in the order of the steps. */
export const waitList = sql`array[${sql.join(waitNames.map((name) => sql`sum(${sql.ref(name)})::int`))}] waits`;

function between(step: number) {
  const [above, last] = [waitSteps[step - 1], waitSteps[step]];
  if (last === undefined) return sql`r.queue_sec > ${sql.lit(above)}`;
  return above === undefined
    ? sql`r.queue_sec <= ${sql.lit(last)}`
    : sql`r.queue_sec > ${sql.lit(above)} and r.queue_sec <= ${sql.lit(last)}`;
}
