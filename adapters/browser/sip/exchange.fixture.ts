import { TransportState, type Transport } from 'sip.js';
import type { SipLineOptions } from './sip-line.ts';

/** An exchange within the test: what the phone says can be read, and answered. */
export interface FakeExchange {
  transport: NonNullable<SipLineOptions['transport']>;
  /** What the phone said, newest last. */
  received: string[];
  /** The status requests of a method get; undefined leaves them without an answer. */
  answers: Record<string, number | undefined>;
  /** Connections can be made. */
  isReachable: boolean;
  drop(): void;
  /** The exchange speaks. */
  say(message: string): void;
  /** Answers something the phone said before. */
  answer(message: string, status: number): void;
  invite(callId: string, headers?: readonly string[]): void;
  cancel(callId: string): void;
}

export function fakeExchange(): FakeExchange {
  let wire: Transport | null = null;
  const exchange: FakeExchange = {
    received: [],
    answers: { REGISTER: 200, BYE: 200 },
    isReachable: true,
    drop: () => (wire as unknown as { dropped(): void }).dropped(),
    say: (message) => wire!.onMessage?.(message),
    answer: (message, status) => exchange.say(answerTo(message, status)),
    invite: (callId, headers = []) => exchange.say(request('INVITE', callId, headers)),
    cancel: (callId) => exchange.say(request('CANCEL', callId)),
    transport: class {
      protocol = 'WS';
      state = TransportState.Disconnected;
      onConnect: (() => void) | undefined;
      onDisconnect: ((error?: Error) => void) | undefined;
      onMessage: ((message: string) => void) | undefined;
      stateChange = { addListener() {}, removeListener() {} };
      constructor() {
        wire = this as unknown as Transport;
      }
      isConnected = () => this.state === TransportState.Connected;
      async connect(): Promise<void> {
        if (!exchange.isReachable) throw new Error('Nobody there.');
        this.state = TransportState.Connected;
        this.onConnect?.();
      }
      async disconnect(): Promise<void> {
        this.state = TransportState.Disconnected;
        this.onDisconnect?.();
      }
      dispose = () => this.disconnect();
      dropped(): void {
        this.state = TransportState.Disconnected;
        this.onDisconnect?.(new Error('Gone.'));
      }
      async send(message: string): Promise<void> {
        if (!this.isConnected()) throw new Error('Not connected.');
        exchange.received.push(message);
        const method = message.slice(0, message.indexOf(' '));
        const status = exchange.answers[method];
        if (status !== undefined) setTimeout(() => this.onMessage?.(answerTo(message, status)), 1);
      }
    } as unknown as NonNullable<SipLineOptions['transport']>,
  };
  return exchange;
}

const DOMAIN = 'exchange.test';

function request(method: string, callId: string, headers: readonly string[] = []): string {
  const lines = [
    `${method} sip:1001@phone.invalid;transport=ws SIP/2.0`,
    `Via: SIP/2.0/WS ${DOMAIN};branch=z9hG4bK${callId}`,
    'Max-Forwards: 70',
    `From: "Somebody" <sip:5215550000@${DOMAIN}>;tag=them-${callId}`,
    `To: <sip:1001@${DOMAIN}>`,
    `Call-ID: ${callId}`,
    `CSeq: 1 ${method}`,
    `Contact: <sip:exchange@${DOMAIN};transport=ws>`,
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`;
}

function answerTo(message: string, status: number): string {
  const line = (name: string): string => new RegExp(`^${name}: .*$`, 'mi').exec(message)![0];
  const contact = /^Contact: .*$/im.exec(message)?.[0];
  return [
    `SIP/2.0 ${status} Said`,
    line('Via'),
    line('From'),
    `${line('To')};tag=exchange`,
    line('Call-ID'),
    line('CSeq'),
    ...(contact ? [contact] : []),
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}
