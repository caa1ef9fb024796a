import type { Call } from '#core/call/call.ts';
import type { CallEffect } from '#core/call/call-events.ts';
import type { TelephonyEvent } from '#core/telephony/telephony.port.ts';

/** Which call a recording is of: the exchange tells only that it is done. */
export interface RecordingNotes {
  began(recording: Pick<Extract<CallEffect, { type: 'record' }>, 'kind' | 'recordingId'>, call: Call): void;
  /** Its call is over: it is waited for, but not for ever. */
  ended(callId: string): void;
  /** Its call is another process's, and so is what is still being recorded of it. */
  forget(callId: string): void;
  /** A call of this tenant is over whose recording is not yet written down. */
  isAwaited(tenantId: number): boolean;
  /** Written down with its call. */
  recorded(event: Extract<TelephonyEvent, { type: 'recorded' }>): void;
}
