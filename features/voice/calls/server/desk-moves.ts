import type { Telephony } from '#core/telephony/telephony.port.ts';
import type { CallBook } from '#features/voice/call-records/server/index.ts';
import type { AnswererEars } from './answerer-ears.ts';
import type { CallDesk } from './call-desk.ts';
import type { CallFlows } from './call-flows.ts';
import type { CallMeters } from './call-meters.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { RecordingNotes } from './recording-notes.ts';

interface DeskMovesParts {
  telephony: Pick<Telephony, 'hangUp'>;
  book: Pick<CallBook, 'closeAbandoned' | 'leftBehind'>;
  desk: Pick<DeskCalls, 'abandon' | 'count' | 'ofTenant'>;
  flows: Pick<CallFlows, 'abandon'>;
  ears: Pick<AnswererEars, 'forget'>;
  meters: Pick<CallMeters, 'forget'>;
  recordings: Pick<RecordingNotes, 'isAwaited'>;
  isDraining?: () => boolean;
}

/** What becomes of the calls of a tenant when its desk moves from one process to another, or the tenant stands still. */
export const deskMoves = ({
  telephony,
  book,
  desk,
  flows,
  ears,
  meters,
  recordings,
  isDraining = () => false,
}: DeskMovesParts): Pick<
  CallDesk,
  'count' | 'endAll' | 'isBusy' | 'isDraining' | 'moveIn' | 'moveOut' | 'leftBehind'
> => ({
  count: desk.count,
  isDraining,
  isBusy: (tenantId) => desk.ofTenant(tenantId).length > 0 || recordings.isAwaited(tenantId),
  endAll(tenantId) {
    for (const live of desk.ofTenant(tenantId)) live.send({ type: 'stopped' });
  },
  moveIn: async (tenantId) => void (await book.closeAbandoned(tenantId)),
  async moveOut(tenantId) {
    const left = desk.ofTenant(tenantId).map((live) => live.current().id);
    const legs = desk.abandon(tenantId);
    for (const callId of left) {
      flows.abandon(callId);
      ears.forget(callId);
      meters.forget(callId);
    }
    await Promise.all(legs.map((leg) => telephony.hangUp(leg)));
  },
  leftBehind: book.leftBehind,
});
