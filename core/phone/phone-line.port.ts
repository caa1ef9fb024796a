import type { HangupReason } from '#shared/codes/hangup-reason.ts';
import type { CallQuality } from '../quality/call-quality.ts';
import type { LineStatistics } from '../quality/line-statistics.ts';

/**
 * The browser's telephone line: signalling, and the sound of its calls.
 *
 * 1. No command throws or answers: what comes of it, also its failure, is an event (CALL-21).
 * 2. A call has a session: the caller of `call` names it, the line names those that arrive. Everything about it is told with that name, between its `call` or
 *    `incoming` and its one `ended`; nothing follows that. A command for a session that is over does nothing, only `hangUp` still tells `ended`.
 * 3. Several sessions may exist, but one has the sound: answering one ends the others that were answered.
 * 4. A call outlives the connection: `disconnected` and `start` again do not end it, and a hang-up in between is sent later.
 * 5. The line mends the sound of a call by itself when the network changes (`soundLost`, `soundBack`). A connection it finds dead it makes again once, at
 *    once; if that fails it is `disconnected`, and what follows is the machine's decision.
 */
export interface PhoneLine {
  /** Connects. Called again with the same account it connects again and keeps the calls; with another it begins anew. */
  start(account: LineAccount): void;
  /** Ends the calls and the registration and closes the connection, without any further event. */
  stop(): void;
  register(): void;
  unregister(): void;
  /** `target` is a number, or a whole address with its domain. */
  call(session: string, target: string, headers?: Readonly<Record<string, string>>): void;
  answer(session: string): void;
  /** `status` 300 to 699; 603 when the person declined. */
  decline(session: string, status: number): void;
  /** Ends the call in whatever state it is: BYE, CANCEL, or 603 while it rings. */
  hangUp(session: string): void;
  hold(session: string, on: boolean): void;
  /** Also before the call is answered; it ends with the call. */
  mute(session: string, on: boolean): void;
  /** One of 0-9 A-D * # and the comma, which is a pause. */
  sendTone(session: string, tone: string): void;
  /** How things really are. */
  look(): LineLook;
  /** Is the server still there? For a page that was hidden; see rule 5. */
  check(): void;
  /** The answer stops it. */
  onEvent(listener: (event: LineEvent) => void): () => void;
}

export interface LineLook {
  isUp: boolean;
  isRegistered: boolean;
  /** The session that has the sound, or else the newest. */
  session: string | null;
}

export interface LineAccount {
  /** Websocket of the exchange. */
  url: string;
  domain: string;
  /** The SIP number. */
  number: string;
  /** MD5(number:domain:password), in hex. */
  ha1: string;
  iceServers: readonly { urls: readonly string[]; username?: string | undefined; credential?: string | undefined }[];
  /** Seconds between two entries of the quality report. */
  reportEverySec: number;
}

/** What went wrong. `connect` and `register` have events of their own besides. */
export type LineFault =
  | 'connect'
  | 'register'
  | 'unregister'
  | 'call'
  | 'answer'
  | 'decline'
  | 'hangUp'
  | 'hold'
  | 'unhold'
  | 'tone'
  | 'microphone'
  | 'speaker';

export type LineEvent =
  | { type: 'connected' }
  /** The connection is gone, or could not be made (`failed`). */
  | { type: 'disconnected'; failed: boolean }
  /** Also after every registration that was asked for again; refreshing is silent. */
  | { type: 'registered' }
  /** 403: refused for good. 0: it could not even be asked for. */
  | { type: 'registrationFailed'; status: number }
  /** It ran out, or was ended as `unregister` asked. */
  | { type: 'unregistered' }
  /** A command of the server, by MESSAGE or by INFO within a call. */
  | { type: 'message'; via: 'message' | 'info'; contentType: string; body: string }
  /** `session` is null for what concerns no call. */
  | { type: 'error'; which: LineFault; session: string | null; detail: string }
  | ({ session: string } & LineCallEvent);

export type LineCallEvent =
  | { type: 'incoming'; headers: Readonly<Record<string, string>>; from: string; fromName: string }
  /** The INVITE of a call we make has left. */
  | { type: 'placed' }
  /** 100 to 199 of a call we make; 180 is ringing. */
  | { type: 'progress'; status: number }
  /** There is sound before the answer: the line plays it, no ring-out tone is needed. */
  | { type: 'earlyMedia' }
  | { type: 'answered' }
  /** `status` is the SIP status that ended it before it was answered (shared/call-rejection.ts reads it), or null. */
  | { type: 'ended'; status: number | null; by: 'us' | 'them'; reason: HangupReason }
  /** By this side; what the other side does is the server's to tell. */
  | { type: 'held'; on: boolean }
  | { type: 'toneSent'; tone: string }
  | { type: 'toneFailed'; tone: string }
  | { type: 'soundLost' }
  | { type: 'soundBack' }
  /** Once a second while a call is answered. */
  | { type: 'statistics'; statistics: LineStatistics }
  /** Just before `ended`, of calls that lasted long enough; it has only to be given the call's id. */
  | { type: 'quality'; quality: CallQuality };
