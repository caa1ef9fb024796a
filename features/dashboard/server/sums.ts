import { sql } from 'kysely';
import type { Figures } from '#core/dashboard/figures.ts';
import { callSort } from '#features/call-records/server/index.ts';

/** A moment in milliseconds as the database keeps it. */
export const moment = (ms: number) => sql`to_timestamp(${ms / 1_000}::float8)`;

/** Sums as the tables keep them, of calls in one direction. */
export interface Sums {
  direction: 'inbound' | 'outbound' | 'internal';
  calls: number;
  talked: number;
  abandoned: number;
  in_line: number;
  in_time: number;
  wait_sec: number;
  longest_wait_sec: number;
  talk_sec: number;
  hold_sec: number;
  wrap_up_sec: number;
}

/** The names of the sums, in their order. */
export const sumColumns = sql`calls, talked, abandoned, in_line, in_time, wait_sec, longest_wait_sec, talk_sec, hold_sec, wrap_up_sec`;

/** Finished calls `r` with what their group promises now. */
export const callsWithPromise = sql`call_record r left join agent_group g on g.id = r.group_id`;
const promise = sql`g.service_level_sec`;
const countOf = (sort: Parameters<typeof callSort>[0]) => sql`count(*) filter (where ${callSort(sort, promise)})`;
const secondsOf = (column: string, sort: Parameters<typeof callSort>[0]) => sql`coalesce(sum(${sql.ref(column)}) filter (where ${callSort(sort, promise)}), 0)`;

/** The sums of `callsWithPromise`. */
export const sumsOfCalls = sql`count(*) calls, ${countOf('talked')} talked, ${countOf('abandoned')} abandoned, ${countOf('inLine')} in_line, ${countOf('inTime')} in_time,
  ${secondsOf('r.queue_sec', 'inLine')} wait_sec, coalesce(max(r.queue_sec) filter (where ${callSort('inLine', promise)}), 0) longest_wait_sec,
  ${secondsOf('r.talk_sec', 'talked')} talk_sec, ${secondsOf('r.hold_sec', 'talked')} hold_sec, ${secondsOf('r.wrap_up_sec', 'talked')} wrap_up_sec`;

/** The sums of sums. */
export const sumsOfSums = sql`sum(calls) calls, sum(talked) talked, sum(abandoned) abandoned, sum(in_line) in_line, sum(in_time) in_time,
  sum(wait_sec) wait_sec, max(longest_wait_sec) longest_wait_sec, sum(talk_sec) talk_sec, sum(hold_sec) hold_sec, sum(wrap_up_sec) wrap_up_sec`;

export const figuresOfSums = ({ direction, calls, talked, abandoned, in_line, in_time, wait_sec, longest_wait_sec, talk_sec, hold_sec, wrap_up_sec }: Sums): Figures => ({
  ended: calls, inbound: direction === 'inbound' ? calls : 0, outbound: direction === 'outbound' ? calls : 0, internal: direction === 'internal' ? calls : 0,
  talked, answered: direction === 'inbound' ? talked : 0, abandoned, reached: direction === 'outbound' ? talked : 0, inLine: in_line, inTime: in_time,
  waitSec: wait_sec, longestWaitSec: longest_wait_sec, talkSec: talk_sec, holdSec: hold_sec, wrapUpSec: wrap_up_sec,
});
