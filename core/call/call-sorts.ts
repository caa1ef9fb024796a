import { lostOutcomes } from '#core/figures/service-level.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';

/** What a finished call is sorted by. */
export interface SortedCall {
  direction: 'inbound' | 'outbound' | 'internal';
  outcome: CallOutcome;
  /** In whose line the caller stood last. */
  groupId: number | null;
  queueSec: number;
  /** Within how many seconds that group means to answer. */
  promiseSec: number;
}

/** Of a group that does not exist any more. */
export const DEFAULT_PROMISE_SEC = 20;

const isIn = ({ direction }: SortedCall): boolean => direction === 'inbound';
const talked = ({ outcome }: SortedCall): boolean => outcome === CallOutcome.talked;
const inLine = (call: SortedCall): boolean => isIn(call) && call.groupId !== null;
const served = (call: SortedCall): boolean => inLine(call) && talked(call);
const lost = (call: SortedCall): boolean => inLine(call) && lostOutcomes.includes(call.outcome);
const inTime = (call: SortedCall): boolean => served(call) && call.queueSec <= call.promiseSec;

/** The sorts of finished calls that figures count and lists show; a figure and its list are the same sort. */
export const callSorts = {
  ended: () => true,
  inbound: isIn,
  outbound: ({ direction }: SortedCall) => direction === 'outbound',
  internal: ({ direction }: SortedCall) => direction === 'internal',
  /** Somebody talked to somebody. */
  talked,
  answered: (call: SortedCall) => isIn(call) && talked(call),
  unanswered: (call: SortedCall) => isIn(call) && !talked(call),
  /** The caller gave up. */
  abandoned: (call: SortedCall) => isIn(call) && call.outcome === CallOutcome.abandoned,
  reached: (call: SortedCall) => call.direction === 'outbound' && talked(call),
  /** For a group. */
  inLine,
  /** For a group, and somebody of it talked. */
  served,
  /** For a group that lost the caller. */
  lost,
  /** Answered as soon as the group promises. */
  inTime,
  /** What the service level misses: answered too late, or lost. */
  late: (call: SortedCall) => lost(call) || (served(call) && !inTime(call)),
} satisfies Record<string, (call: SortedCall) => boolean>;
export type CallSort = keyof typeof callSorts;
export const callSortNames = Object.keys(callSorts) as [CallSort, ...CallSort[]];
