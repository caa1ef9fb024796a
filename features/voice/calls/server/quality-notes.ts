import type { Call } from '#core/call/call.ts';
import type { LegId, MediaQuality } from '#core/telephony/telephony.port.ts';

export interface QualityNotes {
  measured(event: { leg: LegId; quality: MediaQuality }, call: Call | undefined): void;
  ended(leg: LegId, call: Call | undefined): void;
  /** Its call is another process's. */
  forget(leg: LegId): void;
  /** What was last heard of a leg. */
  mosOf(leg: LegId | undefined): number | null;
}
