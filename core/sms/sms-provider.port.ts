import type { SmsOutcome } from './sms-message.ts';

/** A message as a carrier gets it. */
export interface OutgoingSms {
  /** Ours; the same when it is sent again. */
  id: number;
  /** Digits with the country's code, without a plus. */
  to: string;
  text: string;
}

/** What became of a message, by the name its carrier gave it. */
export interface SmsReport {
  ref: string;
  outcome: SmsOutcome;
  /** A word of ours or the carrier's code; never the text or the number. */
  reason: string;
}

/** What a customer wrote. */
export interface SmsReply {
  /** The carrier's name for it: the same reply told twice has the same. */
  ref: string;
  from: string;
  /** Which of our numbers it came to; empty where the carrier does not say. */
  to: string;
  text: string;
}

/** Resolves once it is written down; until then the carrier is not told that we have it. */
export interface SmsListener {
  report(report: SmsReport): Promise<void>;
  reply(reply: SmsReply): Promise<void>;
}

/** Why a carrier did not take a message. */
export class SmsRefusal extends Error {
  /** `later` may succeed; `undecided` may have left. */
  readonly kind: 'final' | 'later' | 'undecided';
  readonly reason: string;
  /** The carrier was not even asked: it cannot have carried it. */
  readonly nothingLeft: boolean;

  constructor(kind: SmsRefusal['kind'], reason: string, { nothingLeft = false }: { nothingLeft?: boolean } = {}) {
    super(`sms: ${reason}`);
    this.kind = kind;
    this.reason = reason;
    this.nothingLeft = nothingLeft;
  }
}

/** Somebody who carries messages to phones. */
export interface SmsProvider {
  /** The same message twice is carried once. */
  readonly repeatable: boolean;
  /** The carrier's name for it once it was taken; throws an `SmsRefusal` when it was not. */
  send(sms: OutgoingSms): Promise<{ ref: string }>;
  /** Reads what somebody posted to our address, for carriers that call us; null for what is neither. */
  readReport?(body: Record<string, unknown>): SmsReport | null;
  readReply?(body: Record<string, unknown>): SmsReply | null;
  close(): Promise<void>;
}

/** How to reach a carrier. Secrets are in it: it is never logged or shown. */
export type SmsAccount = { kind: 'outbox' } | HttpSmsAccount | SmppAccount;

export interface HttpSmsAccount {
  kind: 'http';
  url: string;
  method: 'POST' | 'PUT' | 'GET';
  /** Lines `name: value`; `{secret}` is put in where it stands. */
  headers: Record<string, string>;
  /** JSON or a form; `{to} {from} {text} {id} {secret}` are put in, escaped as the content type asks. */
  body: string;
  from: string;
  secret: string;
  /** Where the answer has the carrier's name for the message: `messages.0.id`. */
  refPath: string;
  /** It knows our id again and sends nothing twice. */
  repeatable: boolean;
  /** Names of fields in what it posts to us. */
  report: { ref: string; status: string; delivered: string[]; failed: string[]; pending: string[] };
  reply: { ref: string; from: string; to: string; text: string };
}

export interface SmppAccount {
  kind: 'smpp';
  host: string;
  port: number;
  tls: boolean;
  systemId: string;
  secret: string;
  systemType: string;
  from: string;
  /** Long texts as joined parts, or whole in `message_payload`. */
  longAs: 'parts' | 'payload';
}

/** Opens the way to a carrier; it connects by itself and again when it is lost. */
export type OpenSmsProvider = (account: SmsAccount, listener: SmsListener) => SmsProvider;
