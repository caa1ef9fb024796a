import type { NetworkWord } from '../telephony/network-word.ts';
import type { EndCause } from '../telephony/telephony.port.ts';

export type CallDirection = 'inbound' | 'outbound' | 'internal';

export interface NewCallRecord {
  tenantId: number;
  callId: string;
  /** The node that carries the call. */
  node: string;
  direction: CallDirection;
  startedMs: number;
  /** The number of the outside party; the other agent's sipNum for internal calls. Digits, with the country code. */
  customerNumber: string;
  customerCountry: string | null;
  /** Our number: the DID that was called, or the display number that was shown. */
  ourNumber: string;
  didNumberId: number | null;
  routerId: number | null;
  lineId: number | null;
  /** The agent who places the call; null while an inbound call has none. */
  userId: number | null;
  sipNum: string | null;
  groupId: number | null;
  callbackOf: string | null;
  task: { taskId: string | null; taskName: string | null; customerId: string | null } | null;
  /** A visitor of a chat calls from the page; there is no number. */
  visitor?: CallingVisitor | null;
  /** What the network says of a call that comes in; numbers in digits. */
  networkWord?: NetworkWord | null;
}

/** Who calls from the page of a chat. */
export interface CallingVisitor {
  visitorId: number;
  /** As they are called in the chat; empty when nobody asked. */
  name: string;
  /** The customer they are known to be. */
  customerId: number | null;
}

/** The life of a call, in order; each with its moment. */
export type CallLifeEvent = { atMs: number } & (
  | { type: 'queued'; groupId: number; position: number }
  | { type: 'agentRang'; userId: number; sipNum: string }
  | { type: 'agentMissed'; userId: number; reason: 'missed' | 'rejected' | 'busy' | 'deviceError' | 'withdrawn' }
  | { type: 'customerRang' }
  | { type: 'earlyMedia' }
  | { type: 'answered'; userId: number | null }
  | { type: 'held'; userId: number | null }
  | { type: 'resumed'; userId: number | null }
  | { type: 'keyPressed'; party: 'agent' | 'customer'; key: string }
  | { type: 'consultBegan'; to: string }
  | { type: 'consultEnded' }
  /** Customer, agent and whom they consulted talk together. */
  | { type: 'conferenceBegan'; to: string; userId: number | null }
  | { type: 'transferred'; kind: 'blind' | 'attended'; to: string; userId: number | null }
  | { type: 'transferFailed'; to: string; sipStatus: number | null }
  | { type: 'overflowed'; to: string }
  | { type: 'menuBegan' }
  | { type: 'menuChosen'; key: string }
  | { type: 'flowBegan'; flowId: number }
  | { type: 'voicemailBegan' }
  /** What the customer was told, or answered, before recording. */
  | { type: 'recordingWord'; outcome: 'noticed' | 'agreed' | 'declined' }
  | { type: 'monitored'; userId: number; mode: 'listen' | 'whisper' | 'barge' }
  /** From 1 to `scale`, which is 5 unless told. */
  | { type: 'surveyAnswered'; score: number; scale?: number }
  | { type: 'mediaReturned' }
  /** Of a campaign's call: nobody of ours came in time; a machine has the line; the customer wants no more calls. */
  | { type: 'nobodyFree' }
  | { type: 'machineAnswered' }
  | { type: 'optedOut' }
  /** The balance covers half a minute more of a leg; it was topped up in time; it was not. */
  | { type: 'moneyLow' }
  | { type: 'moneyBack' }
  | { type: 'moneyOver' }
);

export interface CallEnd {
  endedMs: number;
  outcome: CallOutcomeName;
  cause: EndCause;
  sipStatus: number | null;
  /** The failure code 8NN of a refused call. */
  refusal: number | null;
  endedBy: 'agent' | 'customer' | 'server';
}

/** What became of the call, one word each; lists and reports count by it. */
export type CallOutcomeName =
  | 'talked'
  /** Inbound: nobody took it. The record says at which second the caller gave up, and why each agent did not answer. */
  | 'abandoned'
  | 'missed'
  | 'rejected'
  | 'deviceError'
  | 'voicemail'
  | 'callbackPromised'
  /** Outbound: the other side. */
  | 'busy'
  | 'noAnswer'
  | 'declined'
  | 'unreachable'
  | 'cancelled'
  /** The agent's own phone was to be rung first, and nobody had it at the ear: the other side was not called. */
  | 'agentUnreached'
  /** A campaign's call was answered, and nobody of ours was free in time. */
  | 'noAgent'
  /** A campaign's call was answered by a machine. */
  | 'machine'
  /** We refused it: a code 8NN. */
  | 'refused'
  | 'failed'
  | 'server';
