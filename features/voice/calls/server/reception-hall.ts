import type { AgentSwitches } from '#core/call/agent-switches.ts';
import type { Call } from '#core/call/call.ts';
import type { LegId } from '#core/telephony/telephony.port.ts';
import type { FailureName } from '#shared/errors.ts';
import type { CallStart } from '../core/open-call.ts';
import type { CallDeskWorld } from './call-desk.ts';
import type { DeskCalls } from './desk-calls.ts';
import type { CallDeskParts } from './desk-orders.ts';
import type { UnbegunCalls } from './unbegun-calls.ts';

/** A leg while it is looked up where its call may go. */
export interface ArrivingLeg {
  account: string | null;
  /** It left meanwhile. */
  gone: boolean;
}

/** What everybody who calls is received with. */
export interface ReceptionHall
  extends Pick<CallDeskWorld, 'telephony' | 'clock' | 'log'>, Pick<CallDeskParts, 'board' | 'plans'> {
  desk: DeskCalls;
  unbegun: UnbegunCalls;
  /** Whether calls of this tenant begin here. */
  atHome(tenantId: number): Promise<boolean>;
  start(): CallStart;
  begin(call: Call, arrival: ArrivingLeg): void;
  refuse(leg: LegId, name: FailureName): Promise<void>;
  switchesOf(who: { tenantId: number; userId: number }): Promise<AgentSwitches>;
  /** How many calls of a phone are looked up now. */
  arrivingFrom(account: string): number;
}

export const BUSY_HERE = 486;
