import type { HangupReason } from '#shared/codes/hangup-reason.ts';
import type { CallQuality } from '../quality/call-quality.ts';
import type { LineStatistics } from '../quality/line-statistics.ts';

/**
 * The browser's telephone line: signalling and the sound of one call at a time.
 *
 * 1. No command throws or answers: what comes of it, also its failure, is an event (CALL-21).
 * 2. Everything about a call happens between its `incoming` or its `call()` and its one `ended`; after `ended` nothing more is
 *    heard of it. A command that finds no call does nothing.
 * 3. There is one call. A second one that arrives is refused as busy and never told, unless it carries the header that
 *    resumes the conversation this phone was cut out of: that one takes the place of the call, which goes without `ended`.
 * 4. A call outlives the connection: `disconnected` and `start` again do not end it, and a hang-up in between is sent later.
 * 5. The line mends the sound of a call by itself when the network changes (`soundLost`, `soundBack`); connecting again is
 *    the machine's decision.
 */
export interface PhoneLine {
  /** Connects. Called again with the same account it connects again and keeps the call; with another it begins anew. */
  start(account: LineAccount): void;
  /** Ends the call and the registration and closes the connection, without any further event. */
  stop(): void;
  register(): void;
  unregister(): void;
  /** `target` is a number, or a whole address with its domain. */
  call(target: string, headers?: Readonly<Record<string, string>>): void;
  answer(): void;
  /** `status` 300 to 699; 603 when the person declined. */
  decline(status: number): void;
  /** Ends the call in whatever state it is: BYE, CANCEL, or 603 while it rings. */
  hangUp(): void;
  hold(on: boolean): void;
  /** Also before the call is answered; it ends with the call. */
  mute(on: boolean): void;
  /** One of 0-9 A-D * # and the comma, which is a pause. */
  sendTone(tone: string): void;
  /** Is the server still there? Silence makes it `disconnected` within a second: for a page that was hidden. */
  check(): void;
  /** The answer stops it. */
  onEvent(listener: (event: LineEvent) => void): () => void;
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
export type LineFault = 'connect' | 'register' | 'unregister' | 'call' | 'answer' | 'decline' | 'hangUp' | 'hold' | 'unhold' | 'tone' | 'microphone' | 'speaker';

export type LineEvent =
  | { type: 'connected' }
  /** The connection is gone, or could not be made (`failed`). */
  | { type: 'disconnected'; failed: boolean }
  /** Also after every registration that was asked for again; refreshing is silent. */
  | { type: 'registered' }
  /** 403: refused for good. 0: no answer. */
  | { type: 'registrationFailed'; status: number }
  /** Not asked for here, or as asked by `unregister`. */
  | { type: 'unregistered' }
  | { type: 'incoming'; headers: Readonly<Record<string, string>>; from: string; fromName: string }
  /** 100 to 199 of a call we make. */
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
  | { type: 'quality'; quality: CallQuality }
  /** A command of the server, by MESSAGE or by INFO within a call. */
  | { type: 'message'; via: 'message' | 'info'; contentType: string; body: string }
  | { type: 'error'; which: LineFault; detail: string };
