import type { CallEnd, CallLifeEvent, NewCallRecord } from '#core/call/call-life.ts';
import type { MediaQuality } from '#core/telephony/telephony.port.ts';

export type { CallDirection, CallEnd, CallLifeEvent, CallOutcome, NewCallRecord } from '#core/call/call-life.ts';

/**
 * The book of calls: a record from the first moment of a call, completed when it ends. The call desk writes it;
 * everything else reads. A record that is open when the server starts belonged to a call the stop cut off.
 */
export interface CallBook {
  open(call: NewCallRecord): Promise<void>;
  /** Something happened in the life of the call. Also fills the columns that lists show. */
  note(tenantId: number, callId: string, event: CallLifeEvent): Promise<void>;
  close(tenantId: number, callId: string, end: CallEnd): Promise<void>;
  /** A finished recording, already a file on disk; it is stored and then removed from there. */
  addRecording(tenantId: number, callId: string, recording: { recordingId: string; path: string; durationMs: number; kind: 'call' | 'voicemail' }): Promise<void>;
  addQuality(tenantId: number, callId: string, quality: MediaQuality & { party: 'agent' | 'customer'; atMs: number }): Promise<void>;
  /** Completes what a stopped server left open, cause `server`. Answers the records it closed. */
  closeAbandoned(node: string): Promise<{ tenantId: number; callId: string }[]>;
}
