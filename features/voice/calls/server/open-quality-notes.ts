import type { Call } from '#core/call/call.ts';
import { partyAt } from '#core/call/call-turn.ts';
import { mosOfLeg } from '#core/quality/leg-mos.ts';
import type { LegId, MediaQuality } from '#core/telephony/telephony.port.ts';
import type { CallBook } from '#features/voice/call-records/server/index.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { QualityNotes } from './quality-notes.ts';

/** The exchange tells the quality of a leg every few seconds; so often it is written down, and once more at the end. */
const WRITTEN_EVERY_MS = 15_000;

export function openQualityNotes(
  book: CallBook,
  clock: Clock,
  report: (problem: unknown, callId?: string) => void,
): QualityNotes {
  const last = new Map<LegId, { quality: MediaQuality; writtenMs: number; isWritten: boolean }>();

  function write(leg: LegId, quality: MediaQuality, call: Call): void {
    const party = partyAt(call, leg);
    if (!party || party.role === 'supervisor') return;
    const side = party.role === 'customer' || party.who.kind === 'outside' ? 'customer' : 'agent';
    void book
      .addQuality(call.tenantId, call.id, { ...quality, party: side, atMs: clock.nowMs() })
      .catch((problem: unknown) => report(problem, call.id));
  }

  return {
    measured({ leg, quality }, call) {
      if (!call) return;
      const before = last.get(leg);
      const isDue = !before || clock.nowMs() - before.writtenMs >= WRITTEN_EVERY_MS;
      if (isDue) write(leg, quality, call);
      last.set(leg, { quality, writtenMs: isDue ? clock.nowMs() : before.writtenMs, isWritten: isDue });
    },
    mosOf(leg) {
      const known = leg && last.get(leg);
      return known ? mosOfLeg(known.quality) : null;
    },
    forget: (leg) => void last.delete(leg),
    ended(leg, call) {
      const known = last.get(leg);
      last.delete(leg);
      if (known && !known.isWritten && call) write(leg, known.quality, call);
    },
  };
}
