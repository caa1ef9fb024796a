import type { Call } from '#core/call/call.ts';
import type { CallEvent } from '#core/call/call-events.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import type { LiveCall } from './live-call.ts';

/** The calls of this node, as the parts of the desk find them. */
export interface DeskCalls {
  open(initial: Call, first: CallEvent): LiveCall;
  all(): Iterable<LiveCall>;
  count(): number;
  byId(callId: string): LiveCall | undefined;
  byLeg(leg: LegId): LiveCall | undefined;
  ofTenant(tenantId: number): LiveCall[];
  ofUser(tenantId: number, userId: number): LiveCall[];
  newId(): string;
}
