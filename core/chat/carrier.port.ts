/**
 * A company that carries messages between customers and us: WhatsApp, a mail server. The web page is not one: it is ours.
 *
 *   customer ── carrier ──► `Received` ──► visitor desk ──► agents
 *   customer ◄── `send` ── message stored by an agent      carrier ──► `Fate` of what was sent
 *
 * Whoever receives stores before thanking the carrier; the same `externalId` again is the same message.
 */
export type CarrierKind = 'whatsapp' | 'email';

/** Whoever wrote to us, as the carrier proves it. */
export interface Correspondent {
  /** The carrier's name for them: a number in digits, an address in lower case. */
  externalId: string;
  name: string;
  email: string;
  /** Digits with the country's, or empty. */
  phone: string;
}

export interface CarriedFile {
  name: string;
  mediaType: string;
  bytes: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** A message of a customer. Text and files become messages of their own, in this order. */
export interface Received {
  externalId: string;
  from: Correspondent;
  text: string;
  files: readonly CarriedFile[];
  sentAtMs: number;
  /** What an answer has to name so that it lands beside the question: a subject, the ids of the thread. */
  thread: Readonly<Record<string, string>>;
}

/** How far a message of ours got. */
export interface Fate {
  externalId: string;
  status: 'sent' | 'delivered' | 'read' | 'failed';
  /** In the carrier's words, when it failed. */
  reason: string;
  atMs: number;
}

export interface CarriedTemplate {
  name: string;
  language: string;
  values: readonly string[];
}

/** A message of ours; exactly one of text, file and template says something. */
export interface Outgoing {
  to: Correspondent;
  /** Ours; a carrier that can is told it, so that sending again is harmless. */
  clientId: string;
  text: string;
  file: CarriedFile | null;
  template: CarriedTemplate | null;
  /** Of the last message received from them. */
  thread: Readonly<Record<string, string>>;
  agentName: string;
}

/** What a carrier can do; pages and the desk ask this and never its kind. */
export interface CarrierAbilities {
  /** Media types of files it takes; empty: none. */
  files: readonly string[];
  fileBytesMost: number;
  textMost: number;
  /** After their last message only templates go through once so many hours passed; null: always anything. */
  windowHours: number | null;
  templates: boolean;
  /** Tells when a message was delivered or read. */
  tells: readonly ('delivered' | 'read')[];
}

/** Not taken. `isFinal`: sending the same again will not help. */
export class CarrierRefusal extends Error {
  readonly reason: string;
  readonly isFinal: boolean;
  constructor(reason: string, isFinal: boolean) {
    super(`carrier: ${reason}`);
    this.reason = reason;
    this.isFinal = isFinal;
  }
}

/** One account at a carrier, ready to send. */
export interface Carrier {
  kind: CarrierKind;
  abilities: CarrierAbilities;
  /** Answers the carrier's name for it; throws a `CarrierRefusal`. */
  send(message: Outgoing): Promise<{ externalId: string }>;
  /** Whether the account answers at all: asked by the settings page. Throws a `CarrierRefusal` that says why not. */
  check(): Promise<void>;
  close(): Promise<void>;
}
