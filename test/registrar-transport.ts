import { createHash } from 'node:crypto';
import { EmitterImpl, TransportState, type Transport } from 'sip.js';
import type { Logger } from 'sip.js/lib/core/index.js';
import { openCarrierPort, type CarrierPort, type Send } from './carrier-port.ts';
import type { DeskWay } from './desk-transport.ts';

/** Whom a carrier of a test knows, and what it was told. */
export interface TestRegistrar {
  user: string;
  password: string;
  realm: string;
  /** The contact of whoever is registered now. */
  contact(): string | null;
  /** Set by the transport: every REGISTER as it came, and its contact and lifetime once it was accepted. */
  registers: string[];
  accepted(contact: string, expires: number): void;
}

export function openTestRegistrar(user: string, password: string, realm: string): TestRegistrar {
  let contact: string | null = null;
  return {
    user,
    password,
    realm,
    contact: () => contact,
    registers: [],
    accepted: (uri, expires) => void (contact = expires > 0 ? uri : null),
  };
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const headerIn = (text: string, name: string): string =>
  new RegExp(`^${name}[ \\t]*:[ \\t]*([^\\r\\n]*)`, 'im').exec(text)?.[1] ?? '';

/**
 * A carrier for SIP.js, by UDP, TCP or TLS: answers whoever asks where they asked from, and registers those who know the password. Over a
 * connection it calls by the one that was registered, as carriers do.
 */
export class RegistrarTransport implements Transport {
  readonly protocol: string;
  readonly stateChange = new EmitterImpl<TransportState>();
  onConnect: (() => void) | undefined;
  onDisconnect: ((error?: Error) => void) | undefined;
  onMessage: ((message: string) => void) | undefined;
  state: TransportState = TransportState.Disconnected;
  readonly #way: DeskWay;
  readonly #registrar: TestRegistrar;
  /** Where each call is spoken about. */
  readonly #peers = new Map<string, Send>();
  #port: CarrierPort | null = null;
  #registeredBy: Send | null = null;

  constructor(_logger: Logger, { server, registrar }: { server: DeskWay; registrar: TestRegistrar }) {
    this.#way = server;
    this.#registrar = registrar;
    this.protocol = server.transport.toUpperCase();
  }

  async connect(): Promise<void> {
    this.#port = await openCarrierPort(this.#way, (text, answer) => this.#receive(text, answer));
    this.state = TransportState.Connected;
    this.stateChange.emit(this.state);
    this.onConnect?.();
  }

  async disconnect(): Promise<void> {
    this.#port?.close();
    this.#port = null;
    this.state = TransportState.Disconnected;
    this.stateChange.emit(this.state);
  }

  /** As when whoever is at the other end does not hear that a connection ended. */
  cut(): void {
    this.#port?.cut();
    this.#registeredBy = null;
  }

  dispose = (): Promise<void> => this.disconnect();
  isConnected = (): boolean => this.#port !== null;

  send(message: string): Promise<void> {
    const callId = headerIn(message, 'Call-ID');
    const rewritten = message.replace(/^(Contact: <sip:[^@>]+@[^;>:]+)/im, `$1:${this.#way.fromPort}`);
    const send = this.#peers.get(callId) ?? this.#registeredBy;
    if (send) send(rewritten);
    else this.#port?.sendFirst(rewritten);
    return Promise.resolve();
  }

  #receive(text: string, answer: Send): void {
    if (text.trim() === '') return;
    this.#peers.set(headerIn(text, 'Call-ID'), answer);
    if (text.startsWith('OPTIONS ')) return this.#answer(text, 200);
    if (text.startsWith('REGISTER ')) return this.#register(text, answer);
    this.onMessage?.(text);
  }

  #register(text: string, by: Send): void {
    const { user, password, realm, registers, accepted } = this.#registrar;
    registers.push(text);
    const authorization = headerIn(text, 'Authorization');
    if (authorization === '') {
      const challenge = `WWW-Authenticate: Digest realm="${realm}", nonce="${Date.now()}", algorithm=MD5, qop="auth"`;
      return this.#answer(text, 401, [challenge]);
    }
    const word = (name: string): string => new RegExp(`\\b${name}="?([^",]*)`).exec(authorization)?.[1] ?? '';
    const [ha1, ha2] = [md5(`${user}:${realm}:${password}`), md5(`REGISTER:${word('uri')}`)];
    const proof = md5([ha1, word('nonce'), word('nc'), word('cnonce'), word('qop'), ha2].join(':'));
    if (proof !== word('response') || word('username') !== user) return this.#answer(text, 403);
    const contact = headerIn(text, 'Contact');
    const expires = Number(/;expires=(\d+)/i.exec(contact)?.[1] ?? headerIn(text, 'Expires'));
    accepted(/<([^>]+)>/.exec(contact)?.[1] ?? '', expires);
    if (this.#way.transport !== 'udp') this.#registeredBy = expires > 0 ? by : null;
    this.#answer(text, 200, [`Contact: ${contact}`, `Expires: ${expires}`]);
  }

  #answer(request: string, status: number, more: string[] = []): void {
    const to = headerIn(request, 'To');
    const lines = [
      `SIP/2.0 ${status} Said`,
      ...(request.match(/^via:.*$/gim) ?? []),
      `From: ${headerIn(request, 'From')}`,
      `To: ${/;tag=/.test(to) ? to : `${to};tag=carrier`}`,
      `Call-ID: ${headerIn(request, 'Call-ID')}`,
      `CSeq: ${headerIn(request, 'CSeq')}`,
      ...more,
      'Content-Length: 0',
      '',
      '',
    ];
    this.#peers.get(headerIn(request, 'Call-ID'))!(lines.join('\r\n'));
  }
}
