import type { Telephony } from '#core/telephony/telephony.port.ts';
import type { CallBook } from '#features/voice/call-records/server/index.ts';
import type { CallDesk } from './call-desk.ts';
import type { DeskCalls } from './desk-calls.ts';

interface DeskMovesParts {
  telephony: Pick<Telephony, 'hangUp'>;
  book: Pick<CallBook, 'closeAbandoned' | 'leftBehind'>;
  desk: Pick<DeskCalls, 'abandon'>;
}

/** What becomes of the calls of a tenant when its desk moves from one process to another. */
export const deskMoves = ({
  telephony,
  book,
  desk,
}: DeskMovesParts): Pick<CallDesk, 'moveIn' | 'moveOut' | 'leftBehind'> => ({
  moveIn: async (tenantId) => void (await book.closeAbandoned(tenantId)),
  async moveOut(tenantId) {
    await Promise.all(desk.abandon(tenantId).map((leg) => telephony.hangUp(leg)));
  },
  leftBehind: book.leftBehind,
});
