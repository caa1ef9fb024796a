import {
  dialledAttempts,
  endAttempts,
  finalStatusOf,
  type AttemptEnd,
  type AttemptNews,
  type UnderWay,
} from '#features/outbound/campaigns/server/index.ts';
import { taskCallsAmong, type TaskCallRecord } from '#features/voice/call-records/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';

/** They picked up, and left before they were told from a machine: nobody had been wanted for them yet. */
const leftUnheard = ({ outcome, wasAnswered }: TaskCallRecord, { wasHeard }: UnderWay): boolean =>
  outcome === CallOutcome.abandoned && wasAnswered && !wasHeard;

/** How a call ended whose record was closed; the record of one that was cut off says that the server did it. */
function endOf(record: TaskCallRecord, attempt: UnderWay): AttemptEnd {
  const { cause, outcome, sipStatus, wasAnswered, ringSec } = record;
  if (leftUnheard(record, attempt)) return { by: 'hangUp' };
  return {
    by: 'line',
    cause: cause ?? (outcome === CallOutcome.server ? 'server' : 'failed'),
    sipStatus,
    wasAnswered,
    rangMs: ringSec > 0 || outcome === CallOutcome.noAnswer ? ringSec * 1_000 : null,
    earlyVoicemail: false,
    gaveUp: false,
  };
}

/** Records that say who took the line. */
const answeredOutcomes: ReadonlySet<CallOutcome> = new Set([
  CallOutcome.talked,
  CallOutcome.noAgent,
  CallOutcome.machine,
]);

/** What the record knows and the attempt may not have been told any more: who found nobody is counted, and left alone for a while. */
const newsOf = ({ callId, outcome, startedMs, ringSec, endedMs }: TaskCallRecord): AttemptNews => ({
  callId,
  leftMs: startedMs,
  ...(answeredOutcomes.has(outcome) ? { answeredMs: startedMs + ringSec * 1_000 } : {}),
  ...(outcome === CallOutcome.noAgent ? { abandonedMs: endedMs ?? startedMs } : {}),
  ...(outcome === CallOutcome.machine ? { byMachine: true } : {}),
});

/**
 * Ends what another process left under way: as the record of the call says, where there is one; else nobody can say what became of it, and
 * it is never tried again by itself. Answers how many those were, and which go on because their calls do.
 */
export async function recoverAttempts(
  tx: TenantTx,
  nowMs: number,
  goingOn: ReadonlySet<string> = new Set(),
): Promise<{ ended: number; goOn: UnderWay[] }> {
  const all = await dialledAttempts(tx).underWay();
  const left = all.filter(({ callId }) => !goingOn.has(callId));
  const goOn = all.filter(({ callId }) => goingOn.has(callId));
  if (left.length === 0) return { ended: 0, goOn };
  const records = new Map(
    (
      await taskCallsAmong(
        tx,
        left.map(({ callId }) => callId),
      )
    ).map((record) => [record.callId, record]),
  );
  const news = left.flatMap((attempt) => {
    const record = records.get(attempt.callId);
    return record ? [{ ...newsOf(record), ...(leftUnheard(record, attempt) ? { hungUp: true } : {}) }] : [];
  });
  const ends = left.map((attempt) => {
    const { callId } = attempt;
    const record = records.get(callId);
    return {
      callId,
      status: finalStatusOf(record && record.endedMs !== null ? endOf(record, attempt) : { by: 'nobody' }),
      talkSec: record?.talkSec ?? 0,
      endedMs: record?.endedMs ?? nowMs,
    };
  });
  await endAttempts(tx, ends, nowMs, news);
  return { ended: left.length, goOn };
}
