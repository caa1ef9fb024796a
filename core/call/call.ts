import type { AgentSwitches } from './agent-switches.ts';
import type { CallDirection, CallEnd, CallingVisitor, NewCallRecord } from './call-life.ts';
import type { CallSettings, InboundMenu, InboundPlan, PersonGoal } from './call-plan.ts';
import type { CampaignGoal } from './campaign-goal.ts';
import type { NetworkWord } from '../telephony/network-word.ts';
import type { LegId, MonitorMode } from '../telephony/telephony.port.ts';
import type { LineMedia } from './line-media.ts';
import type { Mailbox } from './mailbox.ts';
import type { LegCharge } from '../money/leg-charge.ts';

/**
 * One call, from the first ring to the last leg.
 *
 *   new ─┬─▶ dialing ──────────────────────────┐             (an agent calls outside, or a colleague)
 *        ├─▶ menu ─┬──────────▶ queued ────────┤ answered    (somebody outside calls)
 *        ├─▶ flow ─┤ (features/voice/calls/core/flow.ts)       │
 *        │         └─▶ voicemail ▲ │ ▲         ▼
 *        └─▶ queued ─────────────┘ │ └────── talking ─▶ surveying
 *              (a promised callback)▼  agent lost,  hold: null ⇄ phone | service
 *                              voicemail  to a group  transfer: null ⇄ blind | consult (with the one, the other, or both)
 *
 *   new ─▶ dialing ─▶ seeking ─▶ talking       (a campaign calls, and finds an agent; or dialing ─▶ flow: features/voice/calls/core/campaign.ts)
 *
 *   every state ─▶ over: all legs are told to go, the record is closed, once.
 *
 * 1. A party stays in the list until its leg has ended. `leaving` ones are told to go and count no more, so a call
 *    that is over with nobody in its list has no leg anywhere.
 * 2. The customer is who the call is for: the caller from outside, the called number, or the colleague of an internal
 *    call. The agent is who serves them; after a transfer outside that may be another number.
 * 3. Nobody is lost: when a transfer fails the customer returns to the agent who asked, else into the line of the
 *    call's group, else to the voicemail.
 * 4. Hold longer than the limit: the conversation goes on and the agent is warned. Talk longer than the limit: the call is hung up,
 *    hold or not. Both are counted here, whatever the page shows.
 * 5. An agent's phone that is lost in an inbound call of a group puts the customer back in line, at the place they first had.
 *    In any other call the other party is hung up.
 * 6. An agent who hangs up while consulting hands the customer over.
 * 7. Work after the call (wrap-up) follows a conversation with a customer, not one among colleagues: neither an internal call nor
 *    a consultation. An unanswered call needs none.
 * 8. Three who talk are a consultation of which nobody waits: whoever of them goes, the two others go on (rules 3 and 6). Muting is
 *    for three only: with two it is over.
 * 9. A timer carries the turn it was set in; one of an older turn does nothing.
 * 10. Whose calls ring at a mobile has answered when they pressed 1, not when somebody or something picked up: a voicemail of
 *     theirs gets nobody. Until then they are rung, for everybody who looks.
 * 11. A leg whose money ends is warned of and ended: whom an agent only consults goes alone, else the call ends with a word to the
 *     customer (`features/voice/calls/core/money.ts`).
 */
export interface Call {
  id: string;
  tenantId: number;
  direction: CallDirection;
  at: 'new' | 'dialing' | 'menu' | 'flow' | 'queued' | 'seeking' | 'talking' | 'voicemail' | 'surveying' | 'over';
  facts: CallFacts;
  parties: readonly Party[];
  /** Where the call goes when it begins. */
  first:
    | Exclude<InboundPlan['to'], PersonGoal>
    | { kind: 'person'; agent: AgentWho; fallbackGroupId: number | null }
    | AgentWho
    | {
        kind: 'number';
        trunks: readonly OutboundTrunk[];
        emergencyAddress?: string | null;
        charge?: LegCharge | null;
      }
    | null;
  /** Legs made so far; names the next one. */
  made: number;
  turn: number;
  groupId: number | null;
  queue: InLine | null;
  /** When the customer first stood in line; somebody who comes back gets that place. */
  queuedAtMs: number | null;
  menu: { menu: InboundMenu; triesLeft: number; turn: number } | null;
  /** Until the customer has somebody else; also while they wait for somebody it asked for. */
  flow: OnFlow | null;
  /** Of a call a campaign makes, from its first moment to its last. */
  campaign: OnCampaign | null;
  hold: { by: 'phone' | 'service'; sinceMs: number; turn: number } | null;
  transfer: Transfer | null;
  /** Why nobody has the customer whom they were to be handed to; until the next try. */
  failedTransfer: FailedTransfer | null;
  /** What the customer is being told, by the id its end will carry. */
  playing: string | null;
  answeredMs: number | null;
  /** The call is hung up at this moment. */
  limit: { endsMs: number; turn: number } | null;
  survey: { armed: boolean; turn: number; endedBy: CallEnd['endedBy'] };
  recording: string | null;
  /** What the group the customer is in sounds like; null until it is known. */
  lineMedia: LineMedia | null;
  /** What was said about recording; `asking` while it is being said, with the turn of the timer a question waits for. */
  recordingWord: 'unsaid' | { asking: 'notice' | 'consent'; turn: number } | 'noticed' | 'agreed' | 'declined';
  voicemail: LeavingMessage | null;
  /** Why the agent rung last did not answer. */
  lastMiss: 'missed' | 'rejected' | 'busy' | 'deviceError' | null;
  /** Who of ours served the customer, in this order; who serves them now is the last. */
  servedBy: readonly ServingMember[];
  /** Whose mobile is rung before anybody else is called; null from the moment that somebody is. */
  ringFirst: AgentWho | null;
  /** How whoever serves the customer now came by the call, where a colleague gave it to them. */
  handed: HandedOn | null;
  /** A phone of ours registered anew; it is rung when the old leg has not come back by this turn. */
  returnTurn: number;
}

/** A message being left, or that was. */
export interface LeavingMessage {
  turn: number;
  recordingId: string | null;
  mailbox: Mailbox;
  /** Of the messages of this call; each is a recording of its own. */
  number: number;
}

/** What is known of a call from its beginning; most of it stands in the record. */
export interface CallFacts extends Pick<
  NewCallRecord,
  | 'node'
  | 'startedMs'
  | 'customerNumber'
  | 'customerCountry'
  | 'ourNumber'
  | 'didNumberId'
  | 'routerId'
  | 'callbackOf'
  | 'task'
> {
  language: string;
  settings: CallSettings;
  /** Who calls from the page of a chat; null for everybody with a telephone. */
  visitor: CallingVisitor | null;
  /** What the network says of a call that comes in; null where it says nothing. */
  networkWord: NetworkWord | null;
  /** What a flow costs that talks to them. */
  flowCharge?: LegCharge | null;
}

/** In line for a group. A promised callback stands there under the id of the call it answers. */
export interface InLine {
  queueId: string;
  groupId: number;
  queuedAtMs: number;
  kind: 'call' | 'callback';
  mayCallBack: boolean;
  /** A place to be said once the present announcement ended. */
  positionToSay: number | null;
  /** Of calls; higher is served first. */
  priority?: number;
  /** Stored, and what is heard in it is known. */
  isPlaced?: boolean;
  /** Not in line yet: what the line says first is being said. */
  greeting?: { priority: number; isWelcomed: boolean };
  /** The announcement that is said again and again: its timer, and that it is due while something else is being said. */
  repeat?: { turn: number; isDue: boolean };
  /** Whoever answered hears a sound first; its timer. */
  tellingAgent?: { turn: number };
}

export type Who = AgentWho | { kind: 'outside'; number: string };

export interface AgentWho extends AgentSwitches {
  kind: 'agent';
  userId: number;
  sipNum: string;
  name: string;
}

/** One of our people, as others read of them. */
export interface ServingMember {
  userId: number;
  name: string;
}

/** A colleague asks somebody about a customer, or gives them the call. */
export interface HandedOn {
  by: ServingMember;
  /** Why, in their words; empty when they said nothing. */
  reason: string;
}

export interface Party {
  leg: LegId;
  /** `returning`: a phone of ours, rung again after its page was loaded anew. */
  role: 'customer' | 'agent' | 'third' | 'returning' | 'supervisor' | 'leaving';
  /** Whose place a returning phone takes. */
  returnsAs?: ReturningAs;
  who: Who;
  /** `offered`: they call us and wait. `answering`: we answered, they have not confirmed. */
  at: 'offered' | 'answering' | 'ringing' | 'up';
  /** The signalling of the phone is away. */
  away: boolean;
  /** The agent lets nobody hear them, while three talk. */
  isMuted?: boolean;
  /** What the agent's colleagues see because of this party. */
  shownAs: 'offered' | 'talking' | 'monitoring' | null;
  /** The agent was reserved under another id than the call's: that of the promise it keeps. */
  reservedAs: string | null;
  /** A number we called: for whom, and how. */
  dial: Dial | null;
  mode: MonitorMode | null;
  /** A supervisor who takes the agent's place as soon as their phone has answered. */
  takesOver?: boolean;
  /** The call they were in before it became one with this; their phone may still know them by it. */
  cameFrom?: string;
  /** What the line of somebody who called in costs, in whichever call they are; null: nothing. */
  charge?: LegCharge | null;
  /** How far the mobile of an agent is who has not pressed 1 yet (rule 10); null once they have. */
  mobile?: RungMobile | null;
}

/** `planned`: a way to it is looked for, and there is no leg yet. `asked`: somebody or something picked up. */
export interface RungMobile {
  at: 'planned' | 'ringing' | 'asked';
  ringMs: number;
  /** Of the timer of the question. */
  turn: number;
}

/** Who gets a conversation back that a page was cut out of: who serves the customer, and whom they consult. */
export type ReturningAs = 'agent' | 'third';

export interface Dial {
  number: string;
  /** On whose behalf; null: a flow's or a campaign's, or the mobile of an agent, which count for nobody's limits. */
  userId: number | null;
  callerId: string;
  timeoutMs: number;
  /** The one it is called over now. */
  trunkId: number;
  /** To try when the present one refuses or is silent, best first. */
  trunksLeft: readonly OutboundTrunk[];
  /** The far side rings or speaks already: from here on no other trunk is tried, or somebody would ring twice. */
  hasRung: boolean;
  /** Of the timer that waits for a sign of the trunk. */
  turn: number | null;
  /** When it was answered. */
  answeredMs: number | null;
  emergencyAddress?: string | null;
  /** The carrier knows it by the name of the call; how many times it was tried, this one included. */
  tries?: number;
  /** What it costs; null: nothing. */
  charge?: LegCharge | null;
}

export interface OutboundTrunk {
  id: number;
  name: string;
}

/** To whom a customer is handed. Whether the agent may do that was looked up before. */
export type TransferGoal =
  | AgentWho
  | { kind: 'group'; groupId: number }
  | {
      kind: 'number';
      number: string;
      trunks: readonly OutboundTrunk[];
      displayNumber: string;
      charge?: LegCharge | null;
    };

export interface Transfer {
  kind: 'blind' | 'consult';
  to: Exclude<TransferGoal, { kind: 'group' }>;
  /** Whom the agent talks to while consulting; `both`: three in one conversation. Who is left out hears music. */
  with: TalkingWith;
  /** The leg whose phone asked and wants to be told. */
  reportTo: LegId | null;
  /** Who asks, and why. */
  handed: HandedOn | null;
}

/** Whom the agent has on the line. */
export type OtherParty = 'customer' | 'third';
export type TalkingWith = OtherParty | 'both';

/** A transfer nothing became of. `left`: they had answered, and hung up. */
export interface FailedTransfer {
  to: Transfer['to'];
  why: 'declined' | 'busy' | 'noAnswer' | 'unreachable' | 'left';
}

/** A flow talks to the customer, or waits for what it asked of the call. */
export interface OnFlow {
  flowId: number;
  /** Who has the caller when the flow cannot go on; null: the voicemail. */
  fallbackGroupId: number | null;
  hasBegun: boolean;
  /** What it waits for; `turn` is that of its timer. */
  asking: { askId: number; what: 'transfer' | 'voicemail'; turn: number } | null;
  /** Somebody of this group calls back once the call is over. */
  promise: { groupId: number; number: string } | null;
  /** Recordings made so far. */
  recorded: number;
}

/** A campaign called the customer while nobody of ours was on the line. */
export interface OnCampaign {
  goal: CampaignGoal;
  /** As the list of the campaign has it. */
  customerName: string;
  ringMs: number;
  /**
   * `ringing` until the line is taken. `listening`: whether by a machine. `wanted`: an agent is. `sorry`: nobody came, and they are told
   * so; `optedOut`: they want no more calls. `machine`: one has it. `settled`: somebody of ours or a flow talks to them.
   */
  at: 'ringing' | 'listening' | 'wanted' | 'sorry' | 'optedOut' | 'machine' | 'settled';
  /** When it first rang. */
  rangMs: number | null;
  /** When somebody or something took the line. */
  pickedUpMs: number | null;
  /** Somebody or something spoke before that. */
  spokeEarly: boolean;
  /** It rang as long as it may. */
  gaveUp: boolean;
  /** It is listened to who is there. */
  isHeard: boolean;
  /** A person was heard, not only taken for one: nobody has to ask again. */
  isPerson: boolean;
  /** Of its present timer. */
  turn: number;
}
