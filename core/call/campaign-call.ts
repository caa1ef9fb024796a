import type { EndCause } from '../telephony/telephony.port.ts';
import type { OutboundTrunk } from './call.ts';
import type { CallEnd } from './call-life.ts';
import type { CallSettings } from './call-plan.ts';

/**
 * A call that a campaign makes: the customer is dialled while nobody of ours is on the line. Who answers is led to an agent, or a flow
 * talks to them.
 */
export interface CampaignCallPlan {
  /** Chosen with the attempt and committed before anything leaves: it is the call's id everywhere, and begins the carrier's (SIP) call id. */
  callId: string;
  tenantId: number;
  /** Digits with country code. */
  number: string;
  country: string | null;
  trunks: readonly OutboundTrunk[];
  routerId: number;
  displayNumber: string;
  ringMs: number;
  task: { taskId: string; taskName: string; customerId: string | null };
  /** Of what is said to the customer, such as `es-MX`. */
  language: string;
  settings: CallSettings;
  then: CampaignGoal;
}

export type CampaignGoal =
  | {
      kind: 'agents';
      groupId: number | null;
      /** What is done when a machine answers; `connect`: nobody listens for machines. */
      machine: { rule: 'connect' | 'hangUp' } | { rule: 'message'; soundId: number | null };
      /** Played to whoever finds nobody in time; null: what the product has. A key (9) takes them off every list. */
      abandonedSoundId: number | null;
    }
  /** A published flow talks to whoever answers; `values` are its attributes by name. */
  | { kind: 'flow'; flowId: number; fallbackGroupId: number | null; values: Readonly<Record<string, string>> };

/** What campaigns ask of the desk. All of it is of tenants that are at home in this process. */
export interface CampaignDesk {
  /** Dials. What becomes of it comes as events of the call, in order; `ended` comes exactly once, unless the desk moves away. */
  dial(plan: CampaignCallPlan): void;
  /** An agent for a call that was answered: they are reserved on the board and their phone answers by itself. False: not them, or too late. */
  offer(tenantId: number, callId: string, userId: number): Promise<boolean>;
  /** Ends a call: quietly while it rings, politely when somebody talks (`now` without a word). */
  end(tenantId: number, callId: string, how: 'withdrawn' | 'now'): void;
  onEvent(listener: (event: CampaignCallEvent) => void): () => void;
}

/** Nobody waits longer than this for an agent, counted from the end of what they said first (from the answer, where nobody listens). */
export const MOST_WAIT_FOR_AGENT_MS = 2_000;

export type CampaignCallEvent = { tenantId: number; callId: string; atMs: number } & (
  | { type: 'rang' }
  /** Somebody picked up; with agents as its goal the call wants one now. */
  | { type: 'answered' }
  /** It was a machine: the call does with it what it was told. */
  | { type: 'machine' }
  /** The agent offered did not take it; another may be offered while there is time. */
  | { type: 'notTaken'; userId: number }
  /** Customer and agent talk. */
  | { type: 'connected'; userId: number }
  /** Nobody came in time: the message is played. */
  | { type: 'abandoned' }
  /** They pressed the key that takes them off every list. */
  | { type: 'optedOut' }
  | { type: 'ended'; end: CampaignCallEnd }
);

export interface CampaignCallEnd {
  outcome: CallEnd['outcome'];
  cause: EndCause;
  sipStatus: number | null;
  endedBy: CallEnd['endedBy'];
  wasAnswered: boolean;
  /** Null: it never rang. */
  rangMs: number | null;
  earlyVoicemail: boolean;
  gaveUp: boolean;
  /** From the answer to the end. */
  talkMs: number;
}
