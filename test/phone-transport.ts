import { EmitterImpl, TransportState, type Transport } from 'sip.js';
import type { Logger } from 'sip.js/lib/core/index.js';
import { WebSocket } from 'ws';

/** A websocket for SIP.js that a test can cut, as a network does. */
export class PhoneTransport implements Transport {
  readonly protocol = 'WS';
  readonly stateChange = new EmitterImpl<TransportState>();
  onConnect: (() => void) | undefined;
  onDisconnect: ((error?: Error) => void) | undefined;
  onMessage: ((message: string) => void) | undefined;
  state: TransportState = TransportState.Disconnected;
  /** The code its last connection was closed with. */
  closedWith: number | null = null;
  /** Sees every message, both ways. */
  tap: (message: string) => void = () => {};
  readonly #server: string;
  readonly #headers: Readonly<Record<string, string>>;
  #socket: WebSocket | null = null;

  constructor(_logger: Logger, options: { server: string; headers?: Readonly<Record<string, string>> }) {
    this.#server = options.server;
    this.#headers = options.headers ?? {};
  }

  connect(): Promise<void> {
    const socket = new WebSocket(this.#server, 'sip', { headers: this.#headers });
    this.#socket = socket;
    return new Promise((resolve, reject) => {
      socket.on('open', () => {
        this.#become(TransportState.Connected);
        this.onConnect?.();
        resolve();
      });
      socket.on('message', (data) => {
        const text = String(data);
        this.tap(text);
        if (text.trim() !== '') this.onMessage?.(text);
      });
      socket.on('error', reject);
      socket.on('close', (code) => {
        this.closedWith = code;
        if (this.#socket !== socket) return;
        this.#socket = null;
        this.#become(TransportState.Disconnected);
        this.onDisconnect?.();
      });
    });
  }

  /** Hears nothing, as a page that is busy, until told otherwise; then it hears what came meanwhile. */
  pause(isPaused: boolean): void {
    if (isPaused) this.#socket?.pause();
    else this.#socket?.resume();
  }

  /** Cuts the line without a word. */
  cut(): void {
    this.#socket?.terminate();
  }

  async disconnect(): Promise<void> {
    this.#socket?.close();
  }

  async dispose(): Promise<void> {
    this.#socket?.close();
  }

  isConnected(): boolean {
    return this.state === TransportState.Connected;
  }

  send(message: string): Promise<void> {
    const socket = this.#socket;
    if (!socket || !this.isConnected()) return Promise.reject(new Error('not connected'));
    this.tap(message);
    return new Promise((resolve, reject) => socket.send(message, (problem) => (problem ? reject(problem) : resolve())));
  }

  #become(state: TransportState): void {
    this.state = state;
    this.stateChange.emit(state);
  }
}
