import type { Call } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import type { KeptCall } from '../core/kept-call.ts';
import type { DrivenCall, LiveCallParts } from './live-call.ts';

export interface DeskCallsParts extends Omit<LiveCallParts, 'changed'> {
  /** After every step of a call. */
  stepped(before: Call, call: Call): void;
  isStopping(): boolean;
  /** Nobody is left in a call that is over, and everything about it is done. */
  forgotten(call: Call): void;
}

/** The calls of this process, as the parts of the desk find them. */
export interface DeskCalls {
  open(initial: Call, first: CallEvent): DrivenCall;
  all(): Iterable<DrivenCall>;
  count(): number;
  byId(callId: string): DrivenCall | undefined;
  byLeg(leg: LegId): DrivenCall | undefined;
  ofTenant(tenantId: number): DrivenCall[];
  ofUser(tenantId: number, userId: number): DrivenCall[];
  newId(): string;
  /** Knows of a call that another process began; nothing of it happens before it is taken up. */
  find(kept: KeptCall): DrivenCall;
  /** Forgets these calls in the middle; answers their legs, which nobody listens to any more. */
  abandon(left: readonly DrivenCall[]): LegId[];
}
