import type { Clock } from '#platform/server/clock.ts';
import type { Db } from '#platform/server/db/db.ts';
import { personOf, type Caller } from '#platform/server/http/caller.ts';
import { Operation } from '#platform/server/http/operation.ts';
import { isOver, READ_IN_A_SPAN, readOn, type ReadingSpan } from '../core/reading-span.ts';

/** What stands in the operation log about somebody who read many customers within an hour. */
export const READ_MANY = 'readMany';

/** Counts whom people and keys read, each process by itself: reads leave no entry of their own. */
export interface ReadingWatch {
  note(caller: Caller, customerIds: readonly number[]): Promise<void>;
}

/** More callers than these within an hour: those whose hour is over are forgotten. */
const SPANS_KEPT = 1_000;

export function openReadingWatch(db: Db, clock: Clock): ReadingWatch {
  const spans = new Map<string, ReadingSpan>();
  return {
    async note(caller, customerIds) {
      const nowMs = clock.nowMs();
      const who = `${caller.tenantId} ${caller.key ? `key ${caller.key.id}` : caller.userId}`;
      const { span, isLogDue } = readOn(spans.get(who), customerIds, nowMs);
      if (spans.size >= SPANS_KEPT && !spans.has(who))
        for (const [one, kept] of spans) if (isOver(kept, nowMs)) spans.delete(one);
      spans.set(who, span);
      if (!isLogDue) return;
      const { tenantId, name, origin } = caller;
      const entry = new Operation(
        { module: 'customers', action: READ_MANY },
        { tenantId, userId: personOf(caller), name, address: origin.address, requestId: origin.requestId },
      );
      entry.note(null, { after: { moreThan: READ_IN_A_SPAN } });
      await entry.writeAlone(db);
    },
  };
}
