import type { InternalPlan } from '#core/call/call-plan.ts';
import type { CallBook, NewCallRecord } from '#features/voice/call-records/server/index.ts';
import { sipStatusOf } from '#shared/call-rejection.ts';
import { failures } from '#shared/errors.ts';
import type { CallStart } from '../core/open-call.ts';
import { BUSY_HERE } from './reception-hall.ts';
import type { UnbegunCalls } from './unbegun-calls.ts';

interface UnbegunCallsParts {
  book: CallBook;
  /** Work that is waited for when the desk stops. */
  remember(done: Promise<void>): void;
  report(problem: unknown, callId?: string): void;
}

type End = Pick<Parameters<CallBook['close']>[2], 'outcome' | 'cause' | 'sipStatus' | 'refusal'>;

const LONGEST_NUMBER = 20;

export function openUnbegunCalls({ book, remember, report }: UnbegunCallsParts): UnbegunCalls {
  function write(record: NewCallRecord, end: End): void {
    const { tenantId, callId, startedMs } = record;
    remember(
      book
        .open(record)
        .then(() => book.close(tenantId, callId, { ...end, endedMs: startedMs, endedBy: 'server' }))
        .catch((problem: unknown) => report(problem, callId)),
    );
  }

  return {
    refused(call, why, start) {
      const customerNumber = call.customerNumber.replace(/\D/g, '').slice(0, LONGEST_NUMBER);
      const refusal = failures[why].code;
      write(
        { ...begunAt(start), ...call, customerNumber },
        { outcome: 'refused', cause: 'refused', sipStatus: sipStatusOf(refusal), refusal },
      );
    },
    notReached(plan, sipStatus, start) {
      const why = sipStatus === BUSY_HERE ? 'busy' : 'unreachable';
      write(internalRecord(plan, start), { outcome: why, cause: why, sipStatus, refusal: null });
    },
  };
}

const begunAt = ({ id: callId, node, nowMs: startedMs }: CallStart) => ({
  callId,
  node,
  startedMs,
  customerCountry: null,
  didNumberId: null,
  routerId: null,
  lineId: null,
  groupId: null,
  callbackOf: null,
  task: null,
});

const internalRecord = ({ tenantId, userId, sipNum, callee }: InternalPlan, start: CallStart): NewCallRecord => ({
  ...begunAt(start),
  tenantId,
  direction: 'internal',
  customerNumber: callee.sipNum,
  ourNumber: sipNum,
  userId,
  sipNum,
});
