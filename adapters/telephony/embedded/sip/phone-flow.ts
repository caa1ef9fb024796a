import { randomBytes } from 'node:crypto';
import type { After } from '#core/timers.ts';
import { uriHost, type SipHop } from '../../sip-wires/sip-hop.ts';
import { peekMessage } from '../../sip-wires/sip-peek.ts';
import { Transactions } from '../../sip-wires/transactions.ts';
import { SERVER_NAME, TRANSACTION_TIMEOUT_MS } from './sip-constants.ts';
import { networkOf } from '../../sip-wires/network-of.ts';
import type { Wire, WireEnd, WireWay } from './wire.ts';

export interface PhoneFlowOptions {
  hop: SipHop;
  way: WireWay;
  after: After;
  send(text: string, to: SipHop): void;
  /** The edge has done with it; what was said last may still have to be repeated. */
  onClosed(flow: PhoneFlow): void;
  /** Something was sent to a phone that proved who it is. */
  onSignedIn(flow: PhoneFlow): void;
}

/**
 * One phone's way to us on a port of SIP's own: a connection, or an address and port datagrams come from. Its transactions are its
 * own: what others send under the same names touches none of them.
 */
export class PhoneFlow implements Wire {
  readonly address: string;
  readonly from: string;
  readonly hop: SipHop;
  readonly way: WireWay;
  readonly transactions: Transactions<PhoneFlow>;
  /** Set right after making it: flow and edge know each other. */
  end!: WireEnd;
  isClosed = false;
  readonly #options: PhoneFlowOptions;

  constructor(options: PhoneFlowOptions) {
    const { hop, way, after, send } = options;
    this.#options = options;
    this.hop = hop;
    this.way = way;
    this.from = hop.address;
    this.address = networkOf(hop.address);
    this.transactions = new Transactions<PhoneFlow>({
      after,
      // Whatever a phone behind a router believes its address to be: answers go where it really is.
      send: (text) => send(text, hop),
      deliver: (flow, text) => void (flow.isClosed || flow.end.receive(text)),
      sentBy: () => `${uriHost(way.host)}:${way.port}`,
    });
  }

  /** What came on it. */
  receive(text: string): void {
    const seen = peekMessage(text);
    if (seen && !seen.isRequest) {
      if (this.transactions.isAwaited(seen)) this.transactions.receiveAnswer(text, seen, this.hop);
      return;
    }
    if (this.isClosed) return;
    if (seen) this.transactions.receiveRequest(this, text, seen, this.hop);
    else this.end.receive(text);
  }

  send(text: string): void {
    if (this.isClosed) return;
    if (this.end.isSignedIn()) this.#options.onSignedIn(this);
    const seen = peekMessage(text);
    if (!seen) this.#options.send(text, this.hop);
    else if (seen.isRequest) this.transactions.sendRequest(this, text, () => this.hop);
    else this.transactions.sendAnswer(text);
  }

  /** Any answer to it is a sign of life, and keeps the doors of routers open. */
  ping(contact: string | null): void {
    if (contact === null) return;
    const { host, port, transport } = this.way;
    const us = `sip:${SERVER_NAME.toLowerCase()}@${uriHost(host)}:${port};transport=${transport}`;
    const word = (): string => randomBytes(10).toString('hex');
    const lines = [
      `OPTIONS ${contact} SIP/2.0`,
      `Via: SIP/2.0/${transport.toUpperCase()} ${uriHost(host)}:${port};branch=z9hG4bK${word()}`,
      'Max-Forwards: 70',
      `From: <${us}>;tag=${word()}`,
      `To: <${contact}>`,
      `Call-ID: ${word()}`,
      'CSeq: 1 OPTIONS',
      `Contact: <${us}>`,
      'Accept: application/sdp',
      `User-Agent: ${SERVER_NAME}`,
      'Content-Length: 0',
    ];
    this.send(`${lines.join('\r\n')}\r\n\r\n`);
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#options.onClosed(this);
    // Not while the edge is still at it.
    queueMicrotask(() => this.end.closed());
  }

  /** It is gone, or nobody's: nothing is said on it any more. */
  drop(): void {
    this.isClosed = true;
    this.transactions.stop();
    this.end.closed();
  }
}

/** How long a goodbye over datagrams may have to be repeated. */
export const GOODBYE_MS = TRANSACTION_TIMEOUT_MS;
