import type { SipTransport } from '#core/trunk/trunk-settings.ts';

/** One connection as the edge sees it: a websocket, a way on a port of SIP's own, or memory in tests. */
export interface Wire {
  /** What limits and bans count. */
  readonly address: string;
  /** The very address it comes from, where it is known. */
  readonly from?: string;
  /** Brought by another process of ours, to which it came first. */
  readonly isLed?: boolean;
  /** On the ports of SIP's own, where everybody on the net may knock; websockets have none. */
  readonly way?: WireWay;
  send(text: string): void;
  /** Asks the peer for a sign of life; `contact` is where its phone is registered. */
  ping(contact: string | null): void;
  close(code: number): void;
}

/** By what a phone comes, and where it finds us: our Contact leads there. */
export interface WireWay {
  transport: SipTransport;
  host: string;
  port: number;
}

/** What a connection tells the edge. */
export interface WireEnd {
  receive(text: string): void;
  /** A sign of life without a message. */
  touch(): void;
  closed(): void;
  /** A phone proved who it is here. */
  isSignedIn(): boolean;
}
