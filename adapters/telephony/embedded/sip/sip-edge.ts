import type { IncomingMessage, Server } from 'node:http';
import type { LeadPhone } from './lead-phones.ts';
import type { PhoneWireCounts, PhoneWires, PhoneWiresOptions } from './phone-wires.ts';
import type { SipLimits } from './sip-constants.ts';
import type { Wire, WireEnd } from './wire.ts';

/**
 * SIP over websockets, and over UDP, TCP and TLS, without any sound: registrations, dialogs and their transactions. The exchange above gives
 * every call its sound by answering the phone's offers (`SipCall.describe`) and decides what happens to it.
 *
 * The server never makes an offer of its own (its WebRTC library fails DTLS as offerer): an INVITE to a phone carries no
 * description, the phone offers in its 200 and we answer in the ACK.
 */
export interface SipEdge {
  /** Serves the websockets below `/cc/sip/`; other paths belong to somebody else. */
  attach(server: Server): void;
  /** Serves phones on ports of SIP's own. */
  listen(options: PhoneWiresOptions): Promise<PhoneWires['ports']>;
  /** Rings every contact of the account; the first to accept wins, the others are cancelled. */
  invite(account: string, request: OutgoingInvite): SipCall;
  isRegistered(account: string): boolean;
  /** Ends registrations and closes their sockets. */
  forget(account: string): void;
  retire(account: string): void;
  /** The same, but calls that were answered wait for a phone, as after a lost websocket. */
  cutOff(account: string): void;
  onEvent(listener: (event: SipEdgeEvent) => void): void;
  /** What exists now. After a call all but the sockets and registrations go back to what they were, within 32 s. */
  stats(): SipStats;
  /** Says BYE on every call, closes every socket. */
  stop(): Promise<void>;
}

export interface SipStats {
  sockets: number;
  registrations: number;
  calls: number;
  dialogs: number;
  transactions: number;
  timers: number;
  /** Of the ports of SIP's own, where there are any. */
  wires?: PhoneWireCounts;
}

export interface OutgoingInvite {
  callId: string;
  callerId: string;
  callerName: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  handle: SipCallHandler;
}

export type SipEdgeEvent =
  | { type: 'registered'; account: string; contacts: number }
  | { type: 'unregistered'; account: string }
  /** A desk phone took the place of another that was registered from elsewhere. */
  | { type: 'replaced'; account: string; address: string }
  /** An authenticated phone calls, or a guest. Set `call.handle` before returning. */
  | {
      type: 'invited';
      account: string;
      isGuest: boolean;
      to: string;
      headers: Readonly<Record<string, string>>;
      call: SipCall;
    }
  /** Something a guard stopped: forged identity, brute force, unauthenticated call. Logged by the product. */
  | { type: 'suspicious'; what: string; account: string | null; address: string; detail: string };

/** One dialog with one phone. Commands on a call that is over do nothing. */
export interface SipCall {
  /** SIP's own Call-ID. */
  readonly sipCallId: string;
  handle: SipCallHandler;
  /** Of an incoming call, before it is accepted. */
  ring(): void;
  /** 183 with our description: sound flows before the answer. */
  progress(): Promise<void>;
  accept(): Promise<void>;
  reject(sipStatus: number, reason?: string): void;
  /** BYE, CANCEL or a refusal, whatever ends the call at this moment. */
  end(): void;
  /** The progress of a transfer this phone asked for. */
  notifyTransfer(sipStatus: number): void;
  readonly over: boolean;
}

export interface SipCallHandler {
  /**
   * The phone offers sound, at first or again; answers our description. Thrown: 488. `rtpSource` is the address it comes from where
   * it may speak plain RTP, null for phones on websockets.
   */
  describe(offer: string, rtpSource: string | null): Promise<string>;
  /** An offer of ours, for a phone that asks for one in mid-call; null where its sound cannot. */
  offer?(): string | null;
  /** Its answer; false when there is nothing in common. */
  agree?(answer: string): boolean;
  ringing?(): void;
  /** The phone accepted (outgoing) or confirmed our accept by ACK (incoming). */
  accepted?(): void;
  held?(held: boolean): void;
  key?(key: string): void;
  /** `replaces` is the call a `Replaces` header names, always one of the same account's. */
  transferAsked?(to: string, replaces: SipCall | null): void;
  /** The websocket went away; `reconnected` when the same phone came back with its dialogs. */
  disconnected?(): void;
  reconnected?(): void;
  ended?(end: {
    sipStatus: number | null;
    by: 'them' | 'us';
    why: 'bye' | 'cancelled' | 'refused' | 'timeout' | 'lost' | 'failed';
  }): void;
}

/** What the product tells the edge about an account. */
export interface SipAccounts {
  /** `ha1` is MD5(account:realm:password), in hex. Null for unknown, disabled or signed-out accounts, and for those that may not come from this address, or not by a port of SIP's own (`isDeskPhone`): phones cannot tell which. */
  find(account: string, from: string, isDeskPhone: boolean): Promise<{ ha1: string } | null>;
  /** Who may make one call without ever registering; nobody when nothing is said. */
  guests?: SipGuests;
}

/** Passes of guests. The edge calls them by names that begin with `guest-`, so that no phone's account is one. */
export interface SipGuests {
  /** What a guest proves itself with, and the one address it may call. Null for unknown, used and expired passes alike. */
  find(guest: string): Promise<{ ha1: string; to: string } | null>;
  /** Uses the pass up; false when somebody did before. */
  spend(guest: string): Promise<boolean>;
}

export interface SipEdgeOptions {
  /** Of every account, and the realm of their passwords. */
  domain: string;
  /** What phones may have been told instead of the domain: names and addresses of this machine. */
  aliases?: readonly string[];
  accounts: SipAccounts;
  clock: { nowMs(): number };
  /** Whether pages of this origin may connect; only our own host when nothing is said. */
  allowOrigin?(origin: string, host: string | undefined): boolean;
  /** Whether somebody else serves websockets at a path that is not ours; else it is answered 404. Everything is left alone when nothing is said. */
  servedElsewhere?(path: string): boolean;
  /** The address a request comes from, where a proxy stands before us. */
  addressOf?(request: IncomingMessage): string;
  /** Whether another process of ours brings this connection. */
  isLed?(request: IncomingMessage): boolean;
  /** Where an account is served; here when nothing is said. Asked with the first thing a connection says. */
  lead?: LeadPhone;
  log?: { error(fields: object, text: string): void };
  random?(bytes: number): Buffer;
  limits?: Partial<SipLimits>;
}

export interface OpenedSipEdge extends SipEdge {
  /** Serves one connection; websockets come in through `attach`. */
  connect(wire: Wire): WireEnd;
  /** What happens every second; for tests. */
  tick(): void;
}
