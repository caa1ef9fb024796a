import type { ToneFlag } from '#shared/codes/tone-flag.ts';
import type { BlockedMedia } from '#shared/codes/blocked-media.ts';
import type { HangupReason } from '#shared/codes/hangup-reason.ts';
import type { MonitorAction } from '#shared/codes/monitor-action.ts';
import type { WorkbenchTab } from '../shell/workbench-tab.ts';
import type { AgentBelief, DialOrder, PhoneAccount, PhoneRules } from './phone.ts';
import type { RejectStatus } from './phone-constants.ts';

/** A call that arrived, as its headers tell (`shared/call-headers.ts`). */
export interface CallArrival {
  session: string;
  callId: string | null;
  number: string;
  /** Where the server knew it before anybody looked. */
  customerName?: string | null;
  countryCode: string;
  groupName: string | null;
  /** The call to listen to; null for an ordinary call. */
  eavesdropTarget: string | null;
  isResume: boolean;
  /** A campaign brings it to whoever is free: it answers at once, whatever the agent prefers. */
  answersItself?: boolean;
  /** The campaign that made it. */
  taskName?: string | null;
  /** Who began the call that is resumed. */
  direction: 'inbound' | 'outbound';
}

/** A call of mine as the server has it; moments are by the page's clock. */
export interface ServerCall {
  callId: string;
  /** `outbound`: I called, a customer or a colleague. */
  direction: 'inbound' | 'outbound';
  answeredMs: number | null;
  limitEndsMs: number | null;
  /** I let them wait; null where the server leaves that to my phone. */
  isHeld: boolean | null;
  /** They let me wait. */
  isHeldByThem: boolean;
  holdSinceMs: number | null;
  holdEndsMs: number | null;
  /** The name it had before another call became one with it. */
  formerCallId?: string | null;
  /** I only listen; false once I have taken the call over. */
  isMonitored?: boolean;
}

/** What can fail in a session without ending it (specification W8). */
export type PhoneCommand = 'answer' | 'decline' | 'hangUp' | 'hold' | 'unhold' | 'tone';

/** What happens to a phone. Every event comes with its moment; those with a `session` mean that one alone. */
export type PhoneEvent =
  | { type: 'accountWanted'; takeOver?: boolean }
  | { type: 'accountGiven'; account: PhoneAccount; rules?: Partial<PhoneRules> }
  /** `message`: what the server says about it. */
  | { type: 'accountRefused'; code: number; message: string }
  /** The question itself got no answer. */
  | { type: 'accountFailed' }
  /** The account is asked for with a password, and nobody typed one yet; or somebody did. */
  | { type: 'passwordNeeded' }
  | { type: 'passwordGiven' }
  | { type: 'rulesChanged'; rules: Partial<PhoneRules> }
  | { type: 'agentSaid'; agent: AgentBelief }
  /** Another device has the phone now. */
  | { type: 'takenOver'; message: string }
  | { type: 'leaveAsked' }
  /** The customer lookup found the session ended. */
  | { type: 'sessionEnded' }
  | { type: 'connected' }
  | { type: 'connectFailed' }
  | { type: 'connectionLost' }
  | { type: 'registerSent' }
  | { type: 'registered' }
  | { type: 'unregistered'; status: number | null }
  /** The browser is online again, or the page visible again. */
  | { type: 'networkBack' }
  | { type: 'rebuilt' }
  | { type: 'reinitAsked' }
  /** The agent has read why a call did not come about. */
  | { type: 'refusalRead' }
  /** By MESSAGE or INFO. */
  | { type: 'commandReceived'; command: 'unregister'; delayMs?: number }
  /** The answer to `look`: how things really are. */
  | { type: 'looked'; isUp: boolean; isRegistered: boolean; session: string | null }
  | { type: 'dialPressed'; order: DialOrder }
  | { type: 'callCreated'; session: string }
  | { type: 'rang'; session: string }
  | { type: 'earlyMediaCame'; session: string }
  /** `isDevice`: there was no microphone to call with. */
  | { type: 'placeFailed'; session: string; isDevice?: boolean }
  | { type: 'callArrived'; arrival: CallArrival }
  | { type: 'answerPressed' }
  | { type: 'declinePressed' }
  | { type: 'hangUpPressed' }
  | { type: 'answered'; session: string }
  | { type: 'ended'; session: string; by: 'us' | 'them'; status: number | null }
  | { type: 'commandFailed'; command: PhoneCommand; session: string; isDevice?: boolean }
  | { type: 'holdPressed' }
  | { type: 'unholdPressed' }
  | { type: 'held'; session: string }
  | { type: 'unheld'; session: string }
  | { type: 'heldByThem'; session: string; on: boolean }
  /** Of the conversation, while the network changes; the line mends it by itself. */
  | { type: 'soundLost'; session: string }
  | { type: 'soundBack'; session: string }
  | { type: 'mutePressed' }
  | { type: 'keysPressed'; keys: string }
  | { type: 'monitorSwitched'; action: MonitorAction }
  | { type: 'customerNamed'; session: string; name: string }
  | { type: 'serverSaid'; call: ServerCall }
  | { type: 'limitPassed'; callId: string; what: CallWarned }
  /** An element or device the sound needs is not there. */
  | { type: 'soundMissing' }
  | PhoneTimer;

/** What `wake` brings back; one that comes late finds another state and does nothing. */
export type PhoneTimer =
  | { type: 'connectOverdue'; turn: number }
  | { type: 'reconnectDue'; turn: number }
  | { type: 'reinitDue'; turn: number }
  | { type: 'checkDue'; round: number }
  | { type: 'unregisterDue'; round: number }
  | { type: 'nextDue'; turn: number }
  | { type: 'answerDue'; session: string }
  | { type: 'unansweredDue'; session: string }
  | { type: 'limitDue'; session: string; endsMs: number }
  | { type: 'holdLimitDue'; session: string; endsMs: number }
  | { type: 'keyDue'; session: string }
  | { type: 'endOverdue'; session: string }
  | { type: 'overShownDue'; session: string };

/** What a phone asks for. Whoever performs it logs neither targets nor headers nor keys. */
export type PhoneEffect =
  | { type: 'askAccount'; takeOver: boolean }
  /** Opens the websocket with the account given last; sessions stay. */
  | { type: 'connect' }
  | { type: 'register' }
  | { type: 'unregister' }
  /** Puts everything away, once what was said before has gone out. */
  | { type: 'disconnect' }
  /** Throws away every session and connection; `rebuilt` says that it is done. */
  | { type: 'rebuild' }
  | { type: 'look' }
  | { type: 'placeCall'; session: string; target: string; headers: Readonly<Record<string, string>> }
  | { type: 'answer'; session: string }
  | { type: 'reject'; session: string; status: RejectStatus }
  /** Cancels, or says goodbye, by how far the session is; `ended` follows, also where there is nothing to end. */
  | { type: 'hangUp'; session: string }
  | { type: 'hold'; session: string; callId: string | null }
  | { type: 'unhold'; session: string; callId: string | null }
  | { type: 'setMuted'; session: string; on: boolean }
  | { type: 'sendTone'; session: string; key: string }
  | { type: 'playTone'; tone: ToneFlag }
  | { type: 'stopTone'; tone: ToneFlag }
  /** Again with the name, once it is known. */
  | { type: 'notify'; session: string; number: string; groupName: string | null; name?: string }
  | { type: 'closeNotice'; session: string }
  | { type: 'openWorkbench'; tab: WorkbenchTab }
  /** The page of the team's own program about whoever was answered. */
  | { type: 'openCustomerPage'; callId: string }
  | { type: 'lookUpCustomer'; session: string; countryCode: string; number: string; pageSize: number }
  | { type: 'watchQuality'; session: string; reportEverySec: number }
  | { type: 'reportQuality'; session: string; callId: string }
  | { type: 'showGuide'; blocked: BlockedMedia }
  /** `unanswered`: the agent let it ring. `withdrawn`: the caller or the server took it back. */
  | { type: 'missed'; callId: string | null; why: 'unanswered' | 'withdrawn' }
  | {
      type: 'callOver';
      callId: string | null;
      direction: 'inbound' | 'outbound';
      reason: HangupReason;
      talkedMs: number;
      wasMonitoring: boolean;
    }
  /** The phone is ready: the status rules decide what is reported. */
  | { type: 'restoreStatus'; again: boolean }
  /** Page and server disagree about the agent. */
  | { type: 'resyncStatus' }
  | { type: 'warn'; key: PhoneWarning }
  /** In the server's words. */
  | { type: 'warnMessage'; text: string }
  | { type: 'endSession' }
  | { type: 'log'; what: string }
  | { type: 'wake'; afterMs: number; event: PhoneTimer };

/** Keys of `shared/text`. */
export type PhoneWarning =
  | 'sip.enterNumber'
  | 'sip.errSymCode'
  | 'sip.inCall'
  | 'monitor.monitoring2'
  | 'sip.selectDisplayNumber'
  | 'sip.noAgentInformation'
  | 'sip.dialerInitialization'
  | 'v2.noestatusOffline'
  | 'sip.isHaveMic'
  | 'v5.autoHangUpTip'
  | 'notice.dialerRegisterFailed'
  | 'notice.networkReconnecting'
  | 'notice.holdLimit'
  | 'notice.takenOver'
  | 'notice.moneyLow'
  | 'notice.moneyBack'
  | 'notice.moneyOver'
  | 'notice.phoneCommandFailed'
  | 'notice.callNotPlaced'
  | 'notice.soundMissing'
  | 'notice.soundGivenUp';

/** What the server says of a call besides how it stands. */
export type CallWarned = 'holdLimit' | 'callLimit' | 'takenOver' | 'moneyLow' | 'moneyBack' | 'moneyOver';
