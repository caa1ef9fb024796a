import type { AgentStatus } from '#shared/codes/agent-status.ts';
import type { AgentType } from '#shared/codes/agent-type.ts';

/** A voice agent as the server knows them at this moment. `agent-machine.ts` decides how it changes. */
export interface LiveAgent {
  status: AgentStatus;
  /** Since when in this status. */
  sinceMs: number;
  /** Since when they do what they do now (`deedOf`): talk, are rung, work after a call, or what the status says. */
  doingSinceMs: number;
  /** Chosen during a call, takes effect after it; a later choice replaces it. */
  nextStatus: AgentStatus | null;
  /** Who set the status, when it was not the agent. */
  modifiedBy: string | null;
  /** Why the status is what it is, when the agent did not simply choose it. */
  reason: StatusReason | null;
  /** Who chose `nextStatus`, when it was not the agent. */
  nextModifiedBy: string | null;
  /** What the agent was before the page vanished; given back when it returns. */
  resumeStatus: AgentStatus | null;
  agentType: AgentType;
  /** The call the agent is in, or is being rung for. One at a time is offered. */
  call: { callId: string; at: 'ringing' | 'talking' } | null;
  /** Calls the agent began while `call` went on, as when asking a colleague before a transfer. */
  otherCalls: readonly string[];
  /** Offers in a row that the agent's phone could not take. */
  deviceErrors: number;
  /** Their phone was busy with a call that is not ours: how often in a row, and until when it is not tried again. */
  engaged: { times: number; untilMs: number } | null;
  /** Listening to a colleague. */
  monitoring: boolean;
  /** A dialler rings somebody for them: until that has ended nothing else comes to them. */
  held: boolean;
  /** The work after a call; no call is offered before it ends. */
  wrapUp: {
    callId: string;
    startedMs: number;
    endsMs: number;
    /** It may be made longer until then. */ latestMs: number;
  } | null;
  /** An agent socket of theirs is open. */
  connected: boolean;
  /** Since when none is open; null while one is. */
  disconnectedMs: number | null;
  /** When the page was last heard of; the server pings. */
  lastSeenMs: number;
  /** A phone of theirs is registered at the exchange. */
  registered: boolean;
  /** Their calls ring at a mobile: neither a page nor a phone of ours has to be there. */
  hasMobile: boolean;
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
  /**
   * Taken only if calls may come at this moment: whoever offers looks whether `call` is theirs afterwards. A call of a campaign also comes to
   * those who are held for one, and to those who only call out.
   */
  | { type: 'callOffered'; callId: string; forCampaign?: boolean; nowMs: number }
  /** Somebody is rung for them by a dialler, or nobody is any more. */
  | { type: 'held'; nowMs: number }
  | { type: 'released'; nowMs: number }
  /** An outbound call, or the answer to an offered one. */
  | { type: 'callBegan'; callId: string; nowMs: number }
  | { type: 'offerEnded'; callId: string; outcome: OfferOutcome; nowMs: number }
  /** `wrapUpExtraMs`: how much longer the agent may make the work after it, all in all. */
  | { type: 'callEnded'; callId: string; wrapUpMs: number; wrapUpExtraMs?: number; nowMs: number }
  | { type: 'wrapUpExtended'; byMs: number; nowMs: number }
  | { type: 'wrapUpEnded'; nowMs: number }
  | { type: 'monitoringBegan' }
  | { type: 'monitoringEnded'; nowMs: number }
  /** `isNewLogin`: by another sign-in than the one the status belongs to. */
  | { type: 'socketOpened'; isNewLogin?: boolean; nowMs: number }
  /** `sinceMs`: when the line was last known to be good, where that was earlier. */
  | { type: 'socketClosed'; sinceMs?: number; nowMs: number }
  | { type: 'heardFrom'; nowMs: number }
  | { type: 'phoneRegistered'; nowMs: number }
  | { type: 'phoneUnregistered'; nowMs: number }
  /** Time passed: silences and ends of wrap-up are noticed. */
  | { type: 'tick'; nowMs: number };

/**
 * Why the server gave a status. `missed` and `deviceError` put on break, `gone` is a page that vanished,
 * `signedOut` and `forced` were wanted.
 */
export type StatusReason = 'missed' | 'deviceError' | 'forced' | 'gone' | 'signedOut';

/**
 * How the ringing of one agent ended. Only `missed` puts the agent on break; the other reasons stay apart in the record. `busy`: their
 * phone was in another call, of which we know nothing.
 */
export type OfferOutcome = 'answered' | 'missed' | 'rejected' | 'busy' | 'deviceError' | 'withdrawn';

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
  | 'notRegistered'
  /** Their phone was busy a moment ago. */
  | 'engaged'
  /** A dialler rings somebody for them. */
  | 'held';
