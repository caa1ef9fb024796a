import type { OfferOutcome } from '../agent-status/live-agent.ts';
import type { EndCause, LegId, MonitorMode } from '../telephony/telephony.port.ts';
import type { AgentWho, OtherParty, OutboundTrunk, Party, TalkingWith, TransferGoal } from './call.ts';
import type { CallEnd, CallLifeEvent, NewCallRecord } from './call-life.ts';
import type { CampaignNews } from './campaign-call.ts';
import type { CallAudio, LineMedia, SpokenText } from './line-media.ts';
import type { Mailbox } from './mailbox.ts';
import type { LegCharge } from '../money/leg-charge.ts';

/** What happens to a call: at its legs, in the line, and what people at a page ask for. */
export type CallEvent =
  /** `callerGone`: they hung up while it was looked up where the call may go. */
  | { type: 'begun'; callerGone?: boolean }
  | { type: 'legRinging'; leg: LegId }
  | { type: 'legEarlyMedia'; leg: LegId }
  | { type: 'legAnswered'; leg: LegId }
  | { type: 'legHeld'; leg: LegId }
  | { type: 'legResumed'; leg: LegId }
  | { type: 'keyPressed'; leg: LegId; key: string }
  | { type: 'played'; leg: LegId; playId: string; completed: boolean }
  | { type: 'legDisconnected'; leg: LegId }
  | { type: 'legReconnected'; leg: LegId }
  | { type: 'legEnded'; leg: LegId; cause: EndCause; sipStatus: number | null; by: 'them' | 'us' }
  /** A phone of this account registered. */
  | { type: 'phoneRegistered'; sipNum: string }
  /** The line has something to say before anybody stands in it; `enqueue` is asked for again when it was said. */
  | { type: 'lineFound'; language: string | null; media: LineMedia }
  | { type: 'placed'; mayCallBack: boolean; language: string | null; wrapUpMs: number | null; media?: LineMedia | null }
  /** The line overflowed into another one, which sounds like this. */
  | { type: 'lineChanged'; groupId: number; media: LineMedia }
  /** There is no such line to stand in. */
  | { type: 'lineClosed' }
  | { type: 'offer'; agent: AgentWho; ringTimeoutMs: number }
  | { type: 'withdraw'; userId: number }
  | { type: 'announce'; position: number }
  | {
      type: 'overflow';
      to: { kind: 'group'; groupId: number } | { kind: 'voicemail' } | { kind: 'callback' } | { kind: 'hangUp' };
    }
  /** How the mobile of an agent is reached, or that it is not. */
  | {
      type: 'mobilePlanned';
      leg: LegId;
      trunks: readonly OutboundTrunk[];
      displayNumber: string;
      charge?: LegCharge | null;
    }
  | { type: 'mobileRefused'; leg: LegId }
  /** How the customer of a promised callback is reached. */
  | {
      type: 'callbackPlanned';
      number: string;
      trunks: readonly OutboundTrunk[];
      displayNumber: string;
      routerId: number;
      charge?: LegCharge | null;
    }
  /** `isTemporary`: the promise stands, and is kept later. */
  | { type: 'callbackRefused'; refusal: number; isTemporary: boolean }
  | { type: 'holdAsked' }
  | { type: 'unholdAsked' }
  | { type: 'hangUpAsked'; userId: number }
  | {
      type: 'transferAsked';
      kind: 'blind' | 'consult';
      to: TransferGoal;
      reportTo: LegId | null;
      /** Why, for whoever gets the call. */ reason?: string;
    }
  | { type: 'swapAsked' }
  /** The agent talks to the one, the other, or both. */
  | { type: 'talkWithAsked'; with: TalkingWith }
  | { type: 'muteAsked'; who: OtherParty; muted: boolean }
  | { type: 'dropAsked'; who: OtherParty }
  | { type: 'completeAsked' }
  | { type: 'cancelAsked' }
  /** The agent's phone joins the customer to somebody it talks to in another call; that party comes along. `isUnrecorded`: they may not be recorded. */
  | { type: 'joined'; party: Party; fromCall: string; reportTo: LegId | null; isUnrecorded?: boolean }
  /**
   * The agent joins another call of theirs to this one: all three talk. Whoever they talked to there comes along, and their own leg of
   * there, where the phone keeps the one of here on hold. `isUnrecorded`: they may not be recorded.
   */
  | { type: 'merged'; party: Party; own: Party | null; fromCall: string; isUnrecorded?: boolean }
  /** These now belong to another call, and nothing is left of this one. */
  | { type: 'gaveAway'; legs: readonly LegId[] }
  | { type: 'surveyAsked' }
  | { type: 'keysAsked'; keys: string }
  | { type: 'monitorAsked'; userId: number; sipNum: string; name: string; mode: MonitorMode; takesOver?: boolean }
  | { type: 'monitorModeAsked'; userId: number; mode: MonitorMode }
  | { type: 'monitorStopAsked'; userId: number }
  /** A supervisor who listens wants the agent's place. */
  | { type: 'takeOverAsked'; userId: number }

  /** A flow asks for something; `answerFlow` carries the same id. Whether the customer may go there was looked up before. */
  | { type: 'flowAsked'; askId: number; ask: FlowCallAsk }
  /** The flow said its last word, or cannot go on. */
  | { type: 'flowEnded'; why: 'hangUp' | 'broken' }

  /**
   * Who took the line of a campaign's call, as far as one hears; `silentMs`: for how long they have been silent since. `isGuess`: nobody
   * could listen, so it counts as a person.
   */
  | { type: 'answererHeard'; leg: LegId; who: 'person' | 'machine'; silentMs: number; isGuess?: true }
  /** The machine has said what it says, and would record now. */
  | { type: 'machineWaits'; leg: LegId }
  /** Somebody or something speaks before the line is taken. */
  | { type: 'spokeEarly'; leg: LegId }
  /** The campaign wants its call no more. */
  | { type: 'endAsked'; how: 'withdrawn' | 'now' }

  /** The money for this leg is about to end; it does not, for some was added; it has ended. */
  | { type: 'moneyLow'; leg: LegId }
  | { type: 'moneyBack'; leg: LegId }
  | { type: 'moneyOver'; leg: LegId }

  /** The tenant changed how long calls and holds may last; null is no limit. */
  | { type: 'limitsChanged'; maxCallMs: number | null; maxHoldMs: number | null; tellsMonitored: boolean }
  | { type: 'timeUp'; what: CallTimer; turn: number }
  /** Another process drives the call from here on, and finds these of its legs. `said`: what the customer was being told. */
  | ({ type: 'takenUp'; said: Saying | null } & FoundLegs)
  /** The server stops. */
  | { type: 'stopped' }
  /** Its process is the home of its tenant no more, and its legs end with that. */
  | { type: 'homeLost' }
  /** Something that should not happen did: this call ends, others go on. */
  | { type: 'broke' };

/** Something that is said to a leg; `played` carries the id. */
export interface Saying {
  leg: LegId;
  sound: CallAudio;
  playId: string;
}

/** Legs of a call that are there, and those of them that were answered. */
export interface FoundLegs {
  living: readonly LegId[];
  answered: readonly LegId[];
}

/** What a call sets timers for. */
export type CallTimer =
  | 'hold'
  | 'call'
  | 'menu'
  | 'flow'
  | 'survey'
  | 'voicemail'
  | 'return'
  | 'repeat'
  | 'agentSound'
  | 'consent'
  | 'mobile'
  | 'campaign'
  | 'money'
  | 'trunk';

/** What a flow may ask of its call. */
export type FlowCallAsk =
  | { what: 'transfer'; to: TransferGoal; timeoutMs: number }
  | { what: 'voicemail'; mailbox: Mailbox; maxMs: number }
  | { what: 'callback'; groupId: number; number: string }
  | { what: 'record'; on: boolean }
  /** From 1 to `scale`. */
  | { what: 'score'; score: number; scale: number };

/** What the call desk is asked to do, in this order. */
export type CallEffect =
  | {
      type: 'ringAgent';
      leg: LegId;
      userId: number;
      sipNum: string;
      timeoutMs: number;
      /** `own`: for a call of their own. */
      why: 'offer' | 'campaign' | 'callback' | 'internal' | 'transfer' | 'resume' | 'eavesdrop' | 'own';
    }
  /** The mobile of an agent is to be rung: `mobilePlanned` or `mobileRefused` follows. */
  | { type: 'planMobile'; leg: LegId; number: string }
  | {
      type: 'ringNumber';
      leg: LegId;
      number: string;
      trunk: OutboundTrunk;
      callerId: string;
      timeoutMs: number;
      /** Where whoever calls for help is. */
      emergencyAddress?: string;
      /** What the carrier knows it by. */
      sipCallId?: string;
    }
  | {
      type: 'announceRinging' | 'openEarlyMedia' | 'answer' | 'hangUp' | 'separate' | 'holdWithMusic' | 'stopPlaying';
      leg: LegId;
    }
  | { type: 'refuse' | 'reportTransfer'; leg: LegId; sipStatus: number }
  | { type: 'bridge'; a: LegId; b: LegId; more?: readonly LegId[] }
  | { type: 'mute'; leg: LegId; muted: boolean }
  /** It will be played: whoever speaks may begin. */
  | { type: 'speakAhead'; text: SpokenText }
  | ({ type: 'play'; loop?: boolean } & Saying)
  | { type: 'sendKeys'; leg: LegId; keys: string }
  | { type: 'record'; leg: LegId; recordingId: string; kind: 'call' | 'voicemail' }
  | { type: 'stopRecording'; recordingId: string }
  | { type: 'monitor'; supervisor: LegId; target: LegId; mode: MonitorMode }
  | { type: 'open'; record: NewCallRecord }
  | { type: 'note'; event: CallLifeEvent }
  | { type: 'close'; end: CallEnd }
  | { type: 'sendToBoard'; userId: number; news: AgentCallNews; reservedAs?: string }
  /** An agent of another call now belongs to this one; at no moment are they free. */
  | { type: 'adopt'; userId: number; fromCall: string }
  | {
      type: 'warn';
      userId: number;
      what: 'holdLimit' | 'callLimit' | 'takenOver' | 'moneyLow' | 'moneyBack' | 'moneyOver';
    }

  /** A flow begins on an answered leg. */
  | { type: 'runFlow'; leg: LegId; flowId: number }
  | { type: 'answerFlow'; askId: number; ok: boolean; why: string }
  | { type: 'keyToFlow'; key: string }
  | { type: 'leaveFlow'; why: 'callerGone' | 'handedOver' | 'server' }

  /** Whoever made a campaign's call is told. */
  | { type: 'emitCampaignNews'; news: CampaignNews; atMs: number }
  /** From here on it is listened to who is at this leg: `answererHeard`, `spokeEarly` and `machineWaits` tell. */
  | { type: 'hearAnswerer'; leg: LegId }
  | { type: 'hearNoMore'; leg: LegId }

  /** The promise to call back could not be kept now; it goes back to its old place. */
  | {
      type: 'promiseAgain';
      groupId: number;
      number: string;
      queuedAtMs: number;
      /** Where the group calls back at all. */ onlyIfAllowed?: boolean;
    }
  | {
      type: 'enqueue';
      queueId: string;
      groupId: number;
      queuedAtMs: number;
      priority: number;
      /** What the line says before it has been said. */
      isGreeted?: boolean;
    }
  | {
      type: 'leaveLine';
      queueId: string;
      why: 'abandoned' | 'transferred' | 'callback' | 'voicemail' | 'serverStopped';
    }
  | { type: 'offerEnded'; queueId: string; userId: number; outcome: OfferOutcome }
  | { type: 'planCallback'; userId: number; sipNum: string }
  | {
      type: 'dialEnded';
      number: string;
      userId: number | null;
      answered: boolean;
      /** Over which it was called last; null where it never was. */
      trunkId: number | null;
      talkedMs: number;
      /** Where money lay ready for it. */
      chargeRef?: string;
    }
  | { type: 'wake'; afterMs: number; event: CallEvent };

/** What an agent's colleagues are to see. */
export type AgentCallNews =
  | 'offered'
  | 'began'
  | 'monitoring'
  | 'monitoringEnded'
  | { offerEnded: OfferOutcome }
  | { ended: { wrapUpMs: number } };
