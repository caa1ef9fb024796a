import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { afterAttempt, type PastAttempt, type RetryPlan } from './retry-plan.ts';

/** What becomes of a customer after a call that nobody of ours dialled. */
export type MemberAfter = { is: 'waits'; untilMs: number } | { is: 'closed'; by: string };

const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1_000, 60_000, 3_600_000, 86_400_000];
/** What somebody rests for where nobody can say how long: asking every hour would send a whole list round in vain. */
export type WaitsFor = 'oldList' | 'teamLimit' | 'noPrice' | 'dayOff';
export const RESTS_FOR_MS = DAY_MS;

/** The lines were full: nobody was called, and it is tried again soon. */
const LINES_FULL_MS = 15 * SECOND_MS;

/** It never left, for a reason that is ours and not theirs: they are as they were. */
const notTheirs: ReadonlyMap<FinalCallStatus, number> = new Map([
  [FinalCallStatus.lineUnavailable, LINES_FULL_MS],
  [FinalCallStatus.routeNoLine, HOUR_MS],
  [FinalCallStatus.balanceInsufficient, MINUTE_MS],
  [FinalCallStatus.schedulingError, HOUR_MS],
  // What could not be spoken says nothing about who would have heard it.
  [FinalCallStatus.ttsFailed, HOUR_MS],
]);

/** It never left, because of who would have been called: they are done with. */
const theirs: ReadonlyMap<FinalCallStatus, string> = new Map([
  [FinalCallStatus.blacklisted, 'blacklisted'],
  [FinalCallStatus.numberMalformed, 'number'],
  [FinalCallStatus.directionIllegal, 'number'],
]);

/** Whether an attempt that ended so counts as a call to the customer. */
export const wasCalled = (status: FinalCallStatus): boolean => !notTheirs.has(status) && !theirs.has(status);

/**
 * Whether somebody is called again. Who cannot be decided is closed as undecided: a person may open them again, nothing else does. A
 * campaign that was stopped before anybody could answer gives its customers back when it goes on.
 */
export function memberAfter(
  plan: RetryPlan,
  past: readonly PastAttempt[],
  last: { status: FinalCallStatus; endedMs: number; neverLeft?: boolean; waitsFor?: WaitsFor | null },
): MemberAfter {
  if (last.waitsFor) return { is: 'waits', untilMs: last.endedMs + RESTS_FOR_MS };
  const waitMs = last.neverLeft ? 0 : notTheirs.get(last.status);
  if (waitMs !== undefined) return { is: 'waits', untilMs: last.endedMs + waitMs };
  const never = theirs.get(last.status);
  if (never !== undefined) return { is: 'closed', by: never };
  const after = afterAttempt(plan, past);
  if (after.is === 'again') return { is: 'waits', untilMs: after.notBeforeMs };
  return { is: 'closed', by: after.because === 'reached' ? 'result' : after.because };
}
