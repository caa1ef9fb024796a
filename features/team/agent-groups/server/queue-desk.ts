import type { OfferOutcome } from '#core/agent-status/live-agent.ts';
import type { LineMedia } from '#core/call/line-media.ts';
import type { Overflow } from '../core/routing.ts';

/**
 * Callers in line for agent groups. One sequential decision per tenant (an agent may serve several groups), stored
 * before it is acted on: a restart loses no caller. `core/routing` decides, the call desk performs.
 */
export interface QueueDesk {
  /**
   * Puts a call in line; stored when it resolves. `queuedAtMs` in the past keeps an earlier place. A call that is in line
   * already stays where it is, and so does a promise to call back a customer who has one from the same group.
   */
  enqueue(entry: NewQueueEntry): Promise<{ position: number }>;
  /**
   * The caller is gone, or goes elsewhere. Answers false when the call was not in line any more. `callback` keeps the
   * place: the call stays in line as a stored promise. `serverStopped` does the same where the group allows callbacks.
   */
  leave(
    tenantId: number,
    callId: string,
    why: 'abandoned' | 'transferred' | 'callback' | 'voicemail' | 'serverStopped',
  ): Promise<boolean>;
  /** How the ringing of the offered agent ended. Anything but `answered` puts the call back at its old place, for somebody else. */
  offerEnded(tenantId: number, callId: string, userId: number, outcome: OfferOutcome): Promise<void>;
  /** Who rings the agent, says the position and carries a call over; set once, by the call desk. */
  serveWith(server: QueueServer): void;
  /** How callers of a group are treated; null where there is no such group. */
  group(tenantId: number, groupId: number): Promise<QueueGroup | null>;
  /** Live figures for supervisors and for the caller who asks. */
  waiting(tenantId: number): WaitingCall[];
}

export interface NewQueueEntry {
  tenantId: number;
  callId: string;
  groupId: number;
  /** Higher first; 0 is ordinary. */
  priority?: number;
  /** Skills this call asks for beyond those of its group. */
  skills?: readonly { skill: string; level: number; required: boolean }[];
  customerNumber: string;
  queuedAtMs?: number;
  /** A stored promise to call somebody back instead of a caller who holds the line. */
  kind?: 'call' | 'callback';
}

export interface QueueGroup {
  id: number;
  name: string;
  /** Language of what callers hear; null: that of the number they called. */
  language: string | null;
  allowCallback: boolean;
  announcePosition: boolean;
  /** Work after a call of this group; null: as the tenant has it. */
  wrapUpMs: number | null;
  media: LineMedia;
}

export interface QueueServer {
  /** Ring this agent for this call. The outcome comes back through `offerEnded`. The agent is already reserved. */
  offer(offer: {
    tenantId: number;
    callId: string;
    userId: number;
    sipNum: string;
    groupId: number;
    ringTimeoutMs: number;
    kind: 'call' | 'callback';
    customerNumber: string;
    queuedAtMs: number;
  }): void;
  /** Take the offer back: the call left the line while the agent was ringing. */
  withdraw(offer: { tenantId: number; callId: string; userId: number }): void;
  /** The caller's place changed, or it is time to say it again. */
  announce(place: { tenantId: number; callId: string; position: number; waitedMs: number }): void;
  /**
   * Waited too long, the line is full, or nobody is there: what the group wants then. Into another group the call has
   * been moved already, at its old place; for anything else it is offered to nobody until the call desk says `leave`.
   */
  overflow(over: { tenantId: number; callId: string; to: Overflow }): void;
}

export interface WaitingCall {
  callId: string;
  groupId: number;
  kind: 'call' | 'callback';
  customerNumber: string;
  position: number;
  queuedAtMs: number;
  offeredTo: number | null;
}
