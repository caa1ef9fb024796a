import type { AgentStatus } from '#shared/codes/agent-status.ts';
import type { AgentType } from '#shared/codes/agent-type.ts';

/** A voice agent as the server knows them at this moment. `agent-machine.ts` decides how it changes. */
export interface LiveAgent {
  status: AgentStatus;
  /** Since when in this status. */
  sinceMs: number;
  /** Chosen during a call, takes effect after it; a later choice replaces it. */
  nextStatus: AgentStatus | null;
  /** Who set the status, when it was not the agent. */
  modifiedBy: string | null;
  agentType: AgentType;
  /** The call the agent is in, or is being rung for. An agent has one at a time. */
  call: { callId: string; at: 'ringing' | 'talking' } | null;
  /** Listening to a colleague. */
  monitoring: boolean;
  /** The work after a call; no call is offered before it ends. */
  wrapUp: { callId: string; startedMs: number; endsMs: number } | null;
  /** An agent socket of theirs is open. */
  connected: boolean;
  /** When the page was last heard of; the server pings. */
  lastHeardMs: number;
  /** A phone of theirs is registered at the exchange. */
  registered: boolean;
  /** Free since: the longest idle is rung first. */
  idleSinceMs: number;
}

/** What happens to an agent. Every event that needs the moment carries it. */
export type AgentEvent =
  | { type: 'signedIn'; status: AgentStatus; nowMs: number }
  | { type: 'signedOut'; nowMs: number }
  | { type: 'statusChosen'; status: AgentStatus; nowMs: number }
  | { type: 'statusForced'; status: AgentStatus; by: string; nowMs: number }
  /** The page repeats what it believes; the server's own knowledge wins where it is newer. */
  | { type: 'statusRepeated'; status: AgentStatus; nowMs: number }
  | { type: 'callOffered'; callId: string; nowMs: number }
  /** An outbound call, or the answer to an offered one. */
  | { type: 'callBegan'; callId: string; nowMs: number }
  | { type: 'offerEnded'; callId: string; outcome: OfferOutcome; nowMs: number }
  | { type: 'callEnded'; callId: string; wrapUpMs: number; nowMs: number }
  | { type: 'wrapUpExtended'; byMs: number; nowMs: number }
  | { type: 'wrapUpEnded'; nowMs: number }
  | { type: 'monitoringBegan' }
  | { type: 'monitoringEnded'; nowMs: number }
  | { type: 'socketOpened'; nowMs: number }
  | { type: 'socketClosed'; nowMs: number }
  | { type: 'heardFrom'; nowMs: number }
  | { type: 'phoneRegistered'; nowMs: number }
  | { type: 'phoneUnregistered'; nowMs: number }
  /** Time passed: silences and ends of wrap-up are noticed. */
  | { type: 'tick'; nowMs: number };

/** How the ringing of one agent ended. Only `missed` puts the agent on break; the other reasons stay apart in the record. */
export type OfferOutcome = 'answered' | 'missed' | 'rejected' | 'deviceError' | 'withdrawn';

/** Why no call goes to this agent now; supervisors see it. Null: calls may come. */
export type NotRoutable =
  | 'offline'
  | 'notAvailable'
  | 'outboundOnly'
  | 'inCall'
  | 'ringing'
  | 'wrapUp'
  | 'monitoring'
  /** The page has not answered for 70 s: hidden, frozen or cut off. */
  | 'silent'
  | 'socketClosed'
  | 'notRegistered';
