import type { EndCause } from '../telephony/telephony.port.ts';
import type { OutboundTrunk } from './call.ts';
import type { CallEnd } from './call-life.ts';
import type { CallSettings } from './call-plan.ts';
import type { CampaignGoal } from './campaign-goal.ts';
import type { LineMedia } from './line-media.ts';
import type { LegCharge } from '../money/leg-charge.ts';

export type { CampaignGoal } from './campaign-goal.ts';

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
  /** As the list of the campaign has it; empty: it has none. */
  customerName?: string;
  /** Of what is said to the customer, such as `es-MX`. */
  language: string;
  settings: CallSettings;
  /** Of the group its agents are of: what it says before recording, and its music. None: as the team has it. */
  media?: LineMedia | null;
  goal: CampaignGoal;
  /** What the line costs, and the flow that talks on it. */
  charge?: LegCharge | null;
  flowCharge?: LegCharge | null;
}

/** What campaigns ask of the desk. All of it is of tenants that are at home in this process. */
export interface CampaignDesk {
  /**
   * Dials. What becomes of it comes as events of the call, in order and at once, the first of them maybe before this returns; `ended`
   * comes exactly once, unless the desk moves away. The plan's place on the trunk is freed by the call itself.
   */
  dial(plan: CampaignCallPlan): void;
  /**
   * An agent for a call that was answered: they are reserved on the board and their phone answers by itself. False: not them, or too
   * late. What was offered ends in `connected`, `notTaken`, `abandoned` or `ended`.
   */
  offer(tenantId: number, callId: string, userId: number): Promise<boolean>;
  /** `withdrawn`: taken back while it rings; whoever has answered goes on. `now`: ended, whoever talks. */
  end(tenantId: number, callId: string, how: 'withdrawn' | 'now'): void;
  onEvent(listener: (event: CampaignCallEvent) => void): () => void;
}

/** Nobody waits longer than this for an agent, counted from the end of what they said first (from the answer, where nobody listens). */
export const MOST_WAIT_FOR_AGENT_MS = 2_000;

/** What is told of a campaign's call. */
export type CampaignNews =
  | { type: 'rang' }
  /**
   * Somebody picked up. With agents as its goal the call wants one now; else the flow begins. Where machines are listened for, it comes once
   * a person was heard, a second or two after the line was taken.
   */
  | { type: 'answered' }
  /** It was a machine: the call does with it what it was told, and ends. `answered` does not come. */
  | { type: 'machine' }
  /** The agent offered did not take it; another may be offered while there is time. */
  | { type: 'notTaken'; userId: number }
  /** Customer and agent talk. Of a flow's call: whoever of ours it handed them to. */
  | { type: 'connected'; userId: number }
  /** Nobody came in time: the message is played. */
  | { type: 'abandoned' }
  /** They pressed the key that takes them off every list. */
  | { type: 'optedOut' }
  | { type: 'ended'; end: CampaignCallEnd };

export type CampaignCallEvent = { tenantId: number; callId: string; atMs: number } & CampaignNews;

export interface CampaignCallEnd {
  outcome: CallEnd['outcome'];
  cause: EndCause;
  sipStatus: number | null;
  endedBy: CallEnd['endedBy'];
  /** Somebody or something picked up. */
  wasAnswered: boolean;
  /** Null: it never rang. */
  rangMs: number | null;
  /** Somebody or something spoke before the answer, and nobody answered. */
  earlyVoicemail: boolean;
  /** It rang as long as it may. */
  gaveUp: boolean;
  /** From the answer to the end. */
  talkMs: number;
}
