import type { LegCharge } from '../money/leg-charge.ts';
import type { NetworkWord } from '../telephony/network-word.ts';
import type { AgentSwitches } from './agent-switches.ts';
import type { CallingVisitor } from './call-life.ts';
import type { RecordingRules } from './recording-rules.ts';

export interface OutboundPlan {
  kind: 'outbound';
  tenantId: number;
  userId: number;
  sipNum: string;
  /** Digits with country code. */
  number: string;
  country: string | null;
  /** Trunks to try in order; the next one when a trunk refuses or is silent, never once somebody rang or said no. `name` is what the exchange calls the carrier. */
  trunks: readonly { id: number; name: string }[];
  routerId: number;
  displayNumber: string;
  /** Told to the carrier with a call for help: where whoever calls is. */
  emergencyAddress?: string | null;
  callbackOf: string | null;
  task: { taskId: string | null; taskName: string | null; customerId: string | null } | null;
  settings: CallSettings;
  /** What it costs; null: nothing. */
  charge?: LegCharge | null;
}

/** One agent calls a colleague. */
export interface InternalPlan {
  kind: 'internal';
  tenantId: number;
  userId: number;
  sipNum: string;
  callee: { userId: number; sipNum: string; name: string } & AgentSwitches;
  settings: CallSettings;
}

export interface InboundPlan {
  kind: 'inbound';
  tenantId: number;
  /** Null for a call from the page of a chat, which has no numbers at all. */
  didNumberId: number | null;
  did: string;
  from: string;
  fromCountry: string | null;
  language: string;
  to: { kind: 'group'; groupId: number } | { kind: 'menu'; menu: InboundMenu } | FlowGoal | PersonGoal;
  settings: CallSettings;
  visitor?: CallingVisitor | null;
  networkWord?: NetworkWord | null;
  /** What the line costs, and a flow that talks on it. */
  charge?: LegCharge | null;
  flowCharge?: LegCharge | null;
}

/** One agent is rung; whoever they do not take goes to the group, else may leave a message. */
export interface PersonGoal {
  kind: 'person';
  userId: number;
  fallbackGroupId: number | null;
}

/** A published flow talks to the caller; whoever it cannot serve goes to the group, else may leave a message. */
export interface FlowGoal {
  kind: 'flow';
  flowId: number;
  fallbackGroupId: number | null;
}

/** "Press 1 for …": a prompt, keys that lead somewhere, and what happens without one. */
export interface InboundMenu {
  prompt: string;
  keys: Readonly<Record<string, MenuGoal>>;
  otherwise: MenuGoal;
  waitMs: number;
  tries: number;
}
/** `ofGroup`: the message is for this group, else for everybody. */
export type MenuGoal =
  | { kind: 'group'; groupId: number }
  | { kind: 'voicemail'; ofGroup?: number }
  | { kind: 'hangUp' };

/** The tenant's settings a call obeys; names of the specification on the wire. */
export interface CallSettings {
  /** maxDurationOfSingleCall; null: no limit. */
  maxCallMs: number | null;
  /** maxCallHoldTime; null: no limit. */
  maxHoldMs: number | null;
  /** postTalkSortTimeSecond. */
  wrapUpMs: number;
  /** maxWrapUpExtraSecond: how much longer an agent may make it, all in all. */
  wrapUpExtraMs: number;
  recordCalls: boolean;
  /** What is said before a call is recorded. */
  recordingRules: RecordingRules;
  /** satisfactionSurveyModel: 0 never, 1 every call, 2 when the agent asks for it. */
  survey: 0 | 1 | 2;
  /** activelyHangUp: the survey is also asked when the agent hangs up. */
  surveyWhenAgentHangsUp: boolean;
  /** TellAgentsWhenMonitored: agents see who listens to them. */
  tellsMonitored: boolean;
  language: string;
}
