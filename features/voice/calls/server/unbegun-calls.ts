import type { InternalPlan } from '#core/call/call-plan.ts';
import type { NewCallRecord } from '#features/voice/call-records/server/index.ts';
import type { FailureName } from '#shared/errors.ts';
import type { CallStart } from '../core/open-call.ts';

export type UnbegunCall = Pick<
  NewCallRecord,
  'tenantId' | 'direction' | 'customerNumber' | 'ourNumber' | 'userId' | 'sipNum' | 'networkWord'
> & { didNumberId?: number };

/** Writes down calls that ended before they began. Nobody waits for the book. */
export interface UnbegunCalls {
  refused(call: UnbegunCall, why: FailureName, start: CallStart): void;
  /** A colleague who is busy or away. */
  notReached(plan: InternalPlan, sipStatus: number, start: CallStart): void;
}
