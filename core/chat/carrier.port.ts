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
  /** Ours, where the carrier gives it back: it knows a message whose sending broke off before the carrier's name for it was heard. */
  clientId?: string;
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

/** Words the carrier has approved; `{{1}}`, `{{2}}` … stand for values. */
export interface OfferedTemplate {
  name: string;
  language: string;
  body: string;
}

/** A message of ours; exactly one of text, file and template says something. */
export interface OutgoingMessage {
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
  reports: readonly ('delivered' | 'read')[];
  /** Nobody can write under a number that is not theirs: a customer who has it is who writes. */
  provesPhone: boolean;
}

/** Not taken. `isFinal`: sending the same again will not help. `maybeTaken`: nobody knows, so it is sent again late, in case a fate tells. */
export class CarrierRefusal extends Error {
  readonly reason: string;
  readonly isFinal: boolean;
  readonly maybeTaken: boolean;
  constructor(reason: string, isFinal: boolean, maybeTaken = false) {
    super(`carrier: ${reason}`);
    this.reason = reason;
    this.isFinal = isFinal;
    this.maybeTaken = maybeTaken;
  }
}

/** One account at a carrier, ready to send. */
export interface ChatCarrier {
  kind: CarrierKind;
  abilities: CarrierAbilities;
  /** Answers the carrier's name for it; throws a `CarrierRefusal`. */
  send(message: OutgoingMessage): Promise<{ externalId: string }>;
  /** An agent has seen the message this thread is of. */
  seen?(thread: Readonly<Record<string, string>>): Promise<void>;
  /** What may be sent when nothing else may. */
  templates?(): Promise<OfferedTemplate[]>;
  /** Whether the account answers at all: asked by the settings page. Throws a `CarrierRefusal` that says why not. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What the tenant told us of an account, as `carrier-settings.ts` has it for the kind. */
export interface CarrierAccount {
  tenantId: number;
  channelId: number;
  settings: Readonly<Record<string, unknown>>;
  secrets: Readonly<Record<string, string>>;
}

/** Where a carrier leaves what it heard. Everything is stored when it answers; whoever gets a throw tells the same again later. */
export interface CarrierEar {
  receive(received: Received): Promise<void>;
  /** What a machine says on behalf of somebody who is away: shown where a conversation is alive, begins none, and nobody owes an answer. */
  aside(received: Received): Promise<void>;
  fate(fate: Fate): Promise<void>;
  /** The account answered, or why it did not; in plain words. */
  contact(problem: string | null): Promise<void>;
}

/** A call of the carrier's server to our address, as it was written. */
interface Letter {
  body: Uint8Array;
  /** By lower-case name; empty: none. */
  header(name: string): string;
}

/** A message as a carrier's call tells it: kept as data, so that its files can be fetched after the call was thanked. */
export interface Noticed extends Omit<Received, 'files'> {
  files: readonly { id: string; name: string; mediaType: string }[];
}

/** Everything of one kind: opens its accounts, and hears what arrives for them, by watching or by being called. */
export interface CarrierTrade {
  kind: CarrierKind;
  abilities: CarrierAbilities;
  open(account: CarrierAccount): ChatCarrier;
  /** For carriers that have to be asked; runs until it is stopped, through losses of the network. Several processes may begin one for the same account. */
  watch?(account: CarrierAccount, ear: CarrierEar): { stop(): Promise<void> };
  /** For carriers that call us. */
  called?: {
    /** The answer to a question that proves the address is ours; null: not asked as agreed. */
    prove(account: CarrierAccount, asked: Readonly<Record<string, string>>): string | null;
    /** What a call says; null: it does not come from the carrier. */
    read(account: CarrierAccount, letter: Letter): { received: readonly Noticed[]; fates: readonly Fate[] } | null;
    /** A file of a noticed message; throws a `CarrierRefusal`. */
    fetch(account: CarrierAccount, file: Noticed['files'][number], bytesMost: number): Promise<CarriedFile>;
  };
}
