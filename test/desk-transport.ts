import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { EmitterImpl, TransportState, type Transport } from 'sip.js';
import type { Logger } from 'sip.js/lib/core/index.js';
import type { SipTransport } from '#core/trunk/trunk-settings.ts';
import { StreamReader } from '#adapters/telephony/sip-wires/stream-reader.ts';

/** How a phone that is no browser reaches the exchange. */
export interface DeskWay {
  transport: SipTransport;
  address: string;
  port: number;
  /** The address the phone itself has. */
  from?: string;
  fromPort?: number;
  /** Its sound is secured (SDES). */
  isSecured?: boolean;
  /** Of one that is called by TLS. */
  certificate?: { cert: string; key: string };
  /** An address nobody else knows, as phones behind a router describe. */
  describes?: string;
}

interface Line {
  send(text: string): void;
  cut(): void;
}

/** UDP, TCP or TLS for SIP.js, which a test can cut as a network does. */
export class DeskTransport implements Transport {
  readonly protocol: string;
  readonly stateChange = new EmitterImpl<TransportState>();
  onConnect: (() => void) | undefined;
  onDisconnect: ((error?: Error) => void) | undefined;
  onMessage: ((message: string) => void) | undefined;
  state: TransportState = TransportState.Disconnected;
  /** No such code without websockets. */
  closedWith: number | null = null;
  tap: (message: string) => void = () => {};
  readonly #way: DeskWay;
  #line: Line | null = null;

  constructor(_logger: Logger, { server }: { server: DeskWay }) {
    this.#way = server;
    this.protocol = server.transport.toUpperCase();
  }

  async connect(): Promise<void> {
    this.#line = this.#way.transport === 'udp' ? await this.#openUdp() : await this.#openStream();
    this.#become(TransportState.Connected);
    this.onConnect?.();
  }

  /** Cuts the line without a word. */
  cut(): void {
    this.#line?.cut();
    this.#line = null;
    this.#become(TransportState.Disconnected);
    this.onDisconnect?.();
  }

  async disconnect(): Promise<void> {
    this.#line?.cut();
    this.#line = null;
    this.#become(TransportState.Disconnected);
  }

  dispose(): Promise<void> {
    return this.disconnect();
  }

  isConnected(): boolean {
    return this.state === TransportState.Connected;
  }

  send(message: string): Promise<void> {
    if (!this.#line) return Promise.reject(new Error('not connected'));
    this.tap(message);
    this.#line.send(message);
    return Promise.resolve();
  }

  #receive(text: string): void {
    this.tap(text);
    if (text.trim() !== '') this.onMessage?.(text);
  }

  async #openUdp(): Promise<Line> {
    const { address, from, fromPort = 0 } = this.#way;
    const socket = createSocket('udp4');
    socket.on('message', (bytes) => this.#receive(bytes.toString()));
    await new Promise<void>((done) => socket.bind(fromPort, from ?? address, done));
    return {
      send: (text) => socket.send(text, this.#way.port, this.#way.address, () => {}),
      cut: () => socket.close(),
    };
  }

  async #openStream(): Promise<Line> {
    const { transport, address, port, from } = this.#way;
    const way = { host: address, port, ...(from && { localAddress: from }) };
    const socket: Socket = transport === 'tls' ? connectTls({ ...way, rejectUnauthorized: false }) : connect(way);
    const reader = new StreamReader();
    socket.on('data', (chunk: Buffer) => {
      for (const message of reader.push(chunk)?.messages ?? []) this.#receive(message);
    });
    socket.on('error', () => {});
    await new Promise<void>((done, fail) => {
      socket.once(transport === 'tls' ? 'secureConnect' : 'connect', () => done());
      socket.once('close', () => fail(new Error('closed')));
    });
    return { send: (text) => socket.write(text), cut: () => socket.destroy() };
  }

  #become(state: TransportState): void {
    if (this.state === state) return;
    this.state = state;
    this.stateChange.emit(state);
  }
}
