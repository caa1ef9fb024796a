import { serviceLevel as levelOf } from '#core/figures/service-level.ts';
import { callSorts, type CallSort, type SortedCall } from '#core/call/call-sorts.ts';

/*
 * What the figures of calls mean. Rules:
 * 1. A call counts once it has ended, in the period in which it began, with everything that became of it later.
 * 2. It belongs to the group in whose line the caller stood last, and to the agent who talked last, else was rung last.
 * 3. The service level is that of `core/figures/service-level.ts`: of the calls for groups that were answered or lost, those
 *    answered within what the group promises now.
 * 4. Waiting is the time in line until the answer or the end, of all calls for groups.
 * 5. Handling is talk, hold and the work after the call, of all calls in which somebody talked.
 * 6. Occupancy is handling beside the time an agent was there for calls; it is at most all of it.
 * Everything is a sum of whole seconds or calls (the longest wait: the greatest), so that periods add up in any zone.
 */

/** A finished call as the figures see it. */
export interface CountedCall extends SortedCall {
  talkSec: number;
  holdSec: number;
  wrapUpSec: number;
}

export const countedSorts = [
  'ended',
  'inbound',
  'outbound',
  'internal',
  'talked',
  'answered',
  'abandoned',
  'reached',
  'inLine',
  'served',
  'lost',
  'inTime',
] as const satisfies CallSort[];
export type CountedSort = (typeof countedSorts)[number];

/** Sums over calls. */
export interface Figures extends Record<CountedSort, number> {
  waitSec: number;
  longestWaitSec: number;
  talkSec: number;
  holdSec: number;
  wrapUpSec: number;
}

export const noFigures: Figures = {
  ended: 0,
  inbound: 0,
  outbound: 0,
  internal: 0,
  talked: 0,
  answered: 0,
  abandoned: 0,
  reached: 0,
  inLine: 0,
  served: 0,
  lost: 0,
  inTime: 0,
  waitSec: 0,
  longestWaitSec: 0,
  talkSec: 0,
  holdSec: 0,
  wrapUpSec: 0,
};

export const addFigures = (a: Figures, b: Figures): Figures =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => [
      name,
      name === 'longestWaitSec' ? Math.max(value, b.longestWaitSec) : value + b[name as keyof Figures],
    ]),
  ) as unknown as Figures;

/** The figures of finished calls. */
export function figuresOf(calls: readonly CountedCall[]): Figures {
  const figures = { ...noFigures };
  for (const call of calls) {
    for (const sort of countedSorts) if (callSorts[sort](call)) figures[sort] += 1;
    if (callSorts.inLine(call)) {
      figures.waitSec += call.queueSec;
      figures.longestWaitSec = Math.max(figures.longestWaitSec, call.queueSec);
    }
    if (callSorts.talked(call)) {
      figures.talkSec += call.talkSec;
      figures.holdSec += call.holdSec;
      figures.wrapUpSec += call.wrapUpSec;
    }
  }
  return figures;
}

/** Null of nothing. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Rule 3; null without anybody answered or lost. */
export const serviceLevel = ({ served, lost, inTime }: Figures): number | null =>
  levelOf({ answered: served, kept: inTime, lost });
/** Of how many calls the service level is a share. */
export const promisedOf = ({ served, lost }: Figures): number => served + lost;
/** Of the calls that came in. */
export const abandonRate = ({ abandoned, inbound }: Figures): number | null => share(abandoned, inbound);
export const unansweredOf = ({ inbound, answered }: Figures): number => inbound - answered;
export const lateOf = (figures: Figures): number => promisedOf(figures) - figures.inTime;
export const meanWaitSec = ({ waitSec, inLine }: Figures): number | null => share(waitSec, inLine);
export const handlingSec = ({ talkSec, holdSec, wrapUpSec }: Figures): number => talkSec + holdSec + wrapUpSec;
export const meanHandlingSec = (figures: Figures): number | null => share(handlingSec(figures), figures.talked);
/** Rule 6; null for somebody who was not there. */
export function occupancy(figures: Figures, { readySec }: { readySec: number }): number | null {
  const part = share(handlingSec(figures), readySec);
  return part === null ? null : Math.min(1, part);
}
