import type { AgentStatus } from '#shared/codes/agent-status.ts';
import type { StatusEvent } from '#shared/codes/status-event.ts';
import type { WebPresence } from '#shared/codes/web-presence.ts';
import type { AgentBelief } from './phone.ts';
import type { PhoneWarning } from './phone-events.ts';

/** What the page knows and does about the agent's status; `status-rules.ts` decides. */
export interface StatusPage {
  /** Null until the server has said it. */
  readonly status: AgentStatus | null;
  /** The last change the server told of; older news are void. */
  readonly eventId: number | null;
  /** The agent's choice on its way to the server. */
  readonly pending: AgentStatus | null;
  /** Kept by the browser for this sign-in; a page loaded anew begins with it. */
  readonly stored: AgentStatus | null;
  /** The sign-in has not been answered by a registered phone yet. */
  readonly loginPending: boolean;
  readonly hasPhone: boolean;
  /** It rings elsewhere: whether this page may sound does not matter. */
  readonly isElsewhere: boolean;
  /** It has registered, so calls may come. */
  readonly isReady: boolean;
  /** Null until the browser has said it. */
  readonly micOpen: boolean | null;
  /** The phone of a new sign-in is ready and waits for the browser's word about the microphone. */
  readonly readyWaits: boolean;
  /** The browser lets us ring. */
  readonly soundOpen: boolean;
  /** Chosen, but waits for sound. */
  readonly wantsSoundFor: AgentStatus | null;
  /** Trying did not help: the agent is asked to enable sound. */
  readonly asksForSound: boolean;
  readonly inCall: boolean;
  readonly monitoring: boolean;
  readonly wrapUp: WrapUpSpan | null;
  /** Minutes since the last keepalive. */
  readonly minutes: number;
  /** The missed call the idle dialog was shown for. */
  readonly idleFor: string | null;
  /** Signing out: what is still to be done, the first of it under way. */
  readonly leaving: readonly LeaveStep[] | null;
}

export interface WrapUpSpan {
  readonly callId: string;
  readonly startMs: number;
  readonly endsMs: number;
}

export type LeaveStep = 'leavingStatus' | 'wrapUp' | 'logoutWeb' | 'clear';

/** A change of status as the agent socket tells it. */
export interface StatusNews {
  status: AgentStatus;
  eventId: number;
  modifiedBy: string | null;
  /** `missed` opens the idle dialog. */
  reason: string | null;
  callId: string | null;
}

/** The whole agent, as answers and pushes tell it. */
export interface AgentNews extends StatusNews {
  inCall: boolean;
  monitoring: boolean;
  wrapUp: WrapUpSpan | null;
}

export type StatusPageEvent =
  /** `stored`: what the browser kept of this sign-in. */
  | { type: 'signedIn'; isNewLogin: boolean; stored: AgentStatus | null; hasPhone: boolean; isElsewhere?: boolean }
  | { type: 'phoneReady'; again: boolean }
  | { type: 'microphoneChanged'; open: boolean }
  | { type: 'soundChanged'; open: boolean }
  /** What came of `askForSound`; `enabled`, too, when the agent enabled it later, `cancelled` when they do not want to. */
  | { type: 'soundAnswered'; answer: 'enabled' | 'blocked' | 'cancelled' }
  /** The agent socket is open again. */
  | { type: 'networkBack' }
  | { type: 'pageShown' }
  | { type: 'minutePassed' }
  | { type: 'resyncAsked' }
  | { type: 'missed'; callId: string | null; why: 'unanswered' | 'withdrawn' }
  /** The phone's own word, sooner than the server's. */
  | { type: 'callChanged'; inCall: boolean; monitoring: boolean }
  | { type: 'statusSaid'; news: StatusNews }
  | { type: 'agentSaid'; news: AgentNews }
  /** `obstacle`: what the phone has against it (`whyNotChangeStatus`). */
  | { type: 'statusChosen'; status: AgentStatus; obstacle: PhoneWarning | null }
  /** The offer of the warning was taken: after the call. */
  | { type: 'nextChosen'; status: AgentStatus }
  /** The answer to a report of this status. */
  | { type: 'reported'; status: AgentStatus; news: AgentNews }
  | { type: 'reportFailed'; status: AgentStatus }
  | { type: 'wrapUpDonePressed' }
  | { type: 'wrapUpDue'; callId: string; endsMs: number }
  | { type: 'signOutPressed' }
  | { type: 'stepDone'; step: LeaveStep }
  | { type: 'stepOverdue'; step: LeaveStep };

export type StatusPageEffect =
  /** An answer comes back as `reported`, a refusal as `reportFailed`. */
  | { type: 'reportStatus'; status: AgentStatus; event: StatusEvent }
  | { type: 'reportWeb'; presence: WebPresence }
  | { type: 'reportWrapUp'; callId: string; startMs: number; endMs: number }
  /** The whole agent, from the server. */
  | { type: 'readStatus' }
  | { type: 'storeStatus'; status: AgentStatus | null }
  | { type: 'sendToPhone'; agent: AgentBelief }
  | { type: 'showIdle' }
  | { type: 'warnChangedBy'; name: string; status: AgentStatus }
  /** `next`: the warning offers it for after the call. */
  | { type: 'warn'; key: PhoneWarning; next: AgentStatus | null }
  | { type: 'sayStatus'; status: AgentStatus }
  /** Sound is blocked: it is tried, and `soundAnswered` follows. */
  | { type: 'askForSound' }
  /** Somebody calls, and nobody hears it: how to allow sound. */
  | { type: 'guideSound' }
  /** The steps of signing out; `stepDone` follows, whether it worked or not. */
  | { type: 'leaveStep'; step: LeaveStep; wrapUp: { callId: string; startMs: number; endMs: number } | null }
  | { type: 'wake'; afterMs: number; event: StatusPageEvent };

export const newStatusPage: StatusPage = {
  status: null,
  eventId: null,
  pending: null,
  stored: null,
  loginPending: false,
  hasPhone: false,
  isElsewhere: false,
  isReady: false,
  micOpen: null,
  readyWaits: false,
  soundOpen: true,
  wantsSoundFor: null,
  asksForSound: false,
  inCall: false,
  monitoring: false,
  wrapUp: null,
  minutes: 0,
  idleFor: null,
  leaving: null,
};
