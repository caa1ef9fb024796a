import type { Call } from '#core/call/call.ts';

/** What legs of calls cost while they are talked on. */
export interface CallMeters {
  /** A call went on by a step. */
  stepped(before: Call, call: Call): void;
  /** A call another process began goes on here. */
  takeUp(call: Call): void;
  /** It is another process's. */
  forget(callId: string): void;
  /** What was asked for has been answered. */
  settled(): Promise<void>;
}
