import { AgentStatus } from '#shared/codes/agent-status.ts';
import type { AgentType } from '#shared/codes/agent-type.ts';
import { ConnectionType } from '#shared/codes/connection-type.ts';
import type { HangupReason } from '#shared/codes/hangup-reason.ts';
import type { MonitorAction } from '#shared/codes/monitor-action.ts';
import { PHONE } from './phone-constants.ts';

/**
 * The softphone of one page: an account, a link to the exchange, and at most one call.
 *
 *   account   none ─▶ asked ─┬─▶ given        refused: 407, 408, 409 (the tip says why)
 *                            ├─▶ refused      none:    411 (no softphone)
 *                            └─▶ failed       failed:  /api/userinfo refused (the phone is in error; the tip says why)
 *
 *   link      idle ─▶ connecting ─▶ connected ─▶ registering ─▶ ready
 *                      ▲  │ failed       ▲                        │ lost
 *                      │  ▼              └── unregistered ────────┤
 *              4 s ── disconnected ◀─────────────────────────────-┘
 *                         │ three times                 refused: registration 403
 *                         ▼                             left:    unregistered on purpose
 *                       error ── 4 s ─▶ reinit ── built anew ─▶ connecting
 *
 *   call      callingOut ─▶ created ─────────┐
 *             incoming ─▶ answering ─────────┴─▶ talking ─▶ ending ─▶ null (`over` shows it for a second)
 *
 * 1. One call at a time. Whoever calls meanwhile hears busy; a call the server resumes takes the place of its old session.
 * 2. Losing the link does not end a call: the sound goes another way, and the exchange keeps the leg. Building anew does;
 *    the call is then remembered in `cut`, and the resuming call takes its timer over.
 * 3. A call that carries the eavesdrop header is monitoring; it and a resuming call are answered at once, whatever
 *    the agent's status.
 * 4. Any other call is rejected unless the agent takes calls, is available, and waits. One of a campaign is answered at once, also
 *    where the agent takes no others.
 * 5. A session belongs to one call: whatever an older session or an older timer says does nothing.
 * 6. The limits of call and hold are the server's; the page counts along, and acts when its own clock gets there first.
 * 7. What cannot be ended properly is forgotten; the check finds what is left over and builds anew.
 */
export interface Phone {
  readonly account: Account;
  readonly link: PhoneLink;
  readonly call: PhoneCall | null;
  /** The call that ended last, while it is shown. */
  readonly over: OverCall | null;
  /** The call that did not come about, until the agent has read it or there is another call. */
  readonly refused: RefusedCall | null;
  /** The conversation that was cut out of this page; a resuming call goes on with it. */
  readonly cut: CutCall | null;
  /** Whatever is still said of that call means no other. */
  readonly lastCallId: string | null;
  /** To be called once the phone is ready. */
  readonly next: { readonly order: DialOrder; readonly triesLeft: number } | null;
  readonly agent: AgentBelief;
  readonly rules: PhoneRules;
  readonly checks: Checks;
  /** Sessions made so far; names the next one. */
  readonly made: number;
}

type Account =
  | { readonly is: 'none' }
  /** `needsPassword`: it cannot be asked for before the agent typed one (connection type 2). */
  | { readonly is: 'asked'; readonly takeOver: boolean; readonly needsPassword?: true }
  | { readonly is: 'failed'; readonly tip: string }
  | { readonly is: 'refused'; readonly code: number; readonly tip: string }
  | ({ readonly is: 'given' } & PhoneAccount);

/** What the phone decides with, of everything the sip info says. */
export interface PhoneAccount {
  readonly sipNum: string;
  readonly domain: string;
  readonly agentType: AgentType;
  readonly ccAgent: string;
  readonly ccToken: string;
}

export interface PhoneLink {
  readonly at:
    | 'idle'
    | 'connecting'
    | 'connected'
    | 'registering'
    | 'ready'
    | 'disconnected'
    | 'error'
    | 'reinit'
    | 'refused'
    | 'left';
  /** Tries since it was last ready. */
  readonly attempt: number;
  /** It has been ready since the account was given. */
  readonly wasReady: boolean;
  /** The agent was told that it failed. */
  readonly told: boolean;
  /** A timer of an older turn does nothing. */
  readonly turn: number;
}

/** The looks at how things really are. */
export interface Checks {
  /** One sign-in of the phone; a timer of an older one does nothing. */
  readonly round: number;
  /** Looks in a row that found something unexpected … */
  readonly failed: number;
  /** … and those that found no session for the call. */
  readonly sessionless: number;
}

/** What the server and the agent last agreed on. */
export interface AgentBelief {
  readonly status: AgentStatus;
  /** Neither in wrap-up nor monitoring. */
  readonly waiting: boolean;
}

export interface PhoneRules {
  readonly connectionType: ConnectionType;
  readonly autoAnswer: boolean;
  /** How often a call that could not be placed at once is tried again; 0 refuses it instead. */
  readonly retries: number;
  /** Null: no limit. */
  readonly maxCallSec: number | null;
  readonly maxHoldSec: number | null;
  /** callMonitorInterval. */
  readonly reportEverySec: number;
}

export interface PhoneCall {
  readonly session: string;
  readonly at: 'callingOut' | 'created' | 'incoming' | 'answering' | 'talking' | 'ending';
  readonly direction: 'inbound' | 'outbound';
  /** The server's name of the call; an outbound one learns it on the way. */
  readonly callId: string | null;
  readonly number: string;
  readonly countryCode: string;
  readonly customerName: string | null;
  /** The group a customer called, or the number. */
  readonly groupName: string | null;
  readonly fromTask: boolean;
  /** It was answered without anybody pressing anything; the exchange tells the agent by a tone. */
  readonly answersItself?: boolean;
  /** As it was ordered; not of one that came in. */
  readonly order?: DialOrder;
  /** What is heard before the answer: nothing yet, ringing, or the other side's own sound. */
  readonly heard: 'nothing' | 'ringing' | 'earlyMedia';
  readonly isResumed: boolean;
  /** The conversation began. */
  readonly sinceMs: number | null;
  readonly limitEndsMs: number | null;
  readonly hold: Hold;
  readonly heldByThem: boolean;
  readonly muted: boolean;
  /** The network took the sound; the line is getting it back. */
  readonly soundLost?: boolean;
  readonly keys: { readonly waiting: string; readonly busy: boolean };
  /** Null: an ordinary call. */
  readonly monitor: { readonly target: string; readonly action: MonitorAction } | null;
  /** The agent declined it. */
  readonly declined: boolean;
  /** The agent was told that a limit passed. */
  readonly toldLimit: boolean;
}

export interface Hold {
  readonly at: 'none' | 'asked' | 'held' | 'releasing';
  readonly sinceMs: number | null;
  readonly endsMs: number | null;
  readonly toldLimit: boolean;
}

export interface OverCall {
  readonly session: string;
  readonly callId: string | null;
  readonly reason: HangupReason;
  readonly toldLimit: boolean;
}

/** Whom the agent did not reach, why, and whether the same call may be tried again. */
export interface RefusedCall {
  readonly session: string;
  readonly order: DialOrder;
  /** A key of `shared/text`. */
  readonly why: `error.${string}` | `notice.${string}`;
  readonly mayRetry: boolean;
}

export type CutCall = Pick<
  PhoneCall,
  'number' | 'countryCode' | 'customerName' | 'groupName' | 'direction' | 'fromTask' | 'sinceMs'
> & { readonly callId: string };

/** A call as the agent ordered it; `dial-rules.ts` says what of it may be dialled. */
export interface DialOrder {
  readonly number: string;
  readonly countryCode: string;
  /** 0: the default lines. */
  readonly routerId: number;
  /** Id 0 is the default; null: none was chosen. */
  readonly displayNumber: { readonly id: number; readonly number: string } | null;
  /** The record this call answers. */
  readonly callbackCallId?: string;
  readonly micOpen: boolean;
  readonly task?: { readonly taskId: string; readonly customerId: string };
  readonly asm?: { readonly asmIp: string; readonly asmPort: string };
  readonly customerName?: string;
}

export const noHold: Hold = { at: 'none', sinceMs: null, endsMs: null, toldLimit: false };

/** A page that was just loaded. */
export const newPhone = (rules: Partial<PhoneRules> = {}): Phone => ({
  account: { is: 'none' },
  link: { at: 'idle', attempt: 0, wasReady: false, told: false, turn: 0 },
  call: null,
  over: null,
  refused: null,
  cut: null,
  lastCallId: null,
  next: null,
  agent: { status: AgentStatus.offline, waiting: false },
  rules: {
    connectionType: ConnectionType.agentPhone,
    autoAnswer: false,
    retries: 0,
    maxCallSec: null,
    maxHoldSec: null,
    reportEverySec: PHONE.reportEverySec,
    ...rules,
  },
  checks: { round: 0, failed: 0, sessionless: 0 },
  made: 0,
});
