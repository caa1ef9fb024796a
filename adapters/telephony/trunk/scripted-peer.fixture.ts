import { createSocket } from 'node:dgram';
import { until } from '../until.fixture.ts';

/** A carrier whose every word a test writes: bare datagrams, no library of ours. */
export interface ScriptedPeer {
  readonly address: string;
  readonly port: number;
  /** Every message that came, in order. */
  readonly received: readonly string[];
  /** The next message that begins so and was not taken yet. */
  next(start: string): Promise<string>;
  /** How many came that begin so. */
  count(start: string): number;
  send(text: string): void;
  answer(request: string, status: number, more?: { headers?: string[]; body?: string; tag?: string }): string;
  /** A request of its own; within a dialog with `of`. */
  ask(method: string, more: AskedRequest): string;
  close(): void;
}

export interface AskedRequest {
  uri?: string;
  /** An INVITE or an answer that belongs to the dialog, and who placed the call. */
  of?: { request: string; answer: string; isOurs: boolean };
  cseq?: number;
  branch?: string;
  callId?: string;
  from?: string;
  headers?: string[];
  body?: string;
}

export const headerOf = (text: string, name: string): string =>
  new RegExp(`^${name}[ \\t]*:[ \\t]*([^\\r\\n]*)`, 'im').exec(text)?.[1] ?? '';
export const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);
export const uriIn = (header: string): string => /<([^>]+)>/.exec(header)?.[1] ?? header;

/** A description as simple carriers write them. */
export const peerSdp = (
  port: number,
  { address = '127.0.0.1', more = [] as string[], formats = '0 101' } = {},
): string =>
  [
    'v=0',
    `o=- 1 1 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${formats}`,
    'a=rtpmap:101 telephone-event/8000',
    ...more,
    '',
  ].join('\r\n');

export async function openScriptedPeer(trunkPort: () => number, address = '127.0.0.1'): Promise<ScriptedPeer> {
  const socket = createSocket('udp4');
  const received: string[] = [];
  const taken = new Set<number>();
  let made = 0;
  socket.on('message', (bytes) => void received.push(bytes.toString()));
  await new Promise<void>((done) => socket.bind(0, address, done));
  const { port } = socket.address();
  const send = (text: string): void => socket.send(text, trunkPort(), '127.0.0.1', () => {});
  const whole = (lines: string[], body: string): string =>
    [
      ...lines,
      ...(body ? ['Content-Type: application/sdp'] : []),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');

  return {
    address,
    port,
    received,
    send,
    next: (start) =>
      until(start, () => {
        const at = received.findIndex((text, index) => !taken.has(index) && text.startsWith(start));
        if (at < 0) return null;
        taken.add(at);
        return received[at]!;
      }),
    count: (start) => received.filter((text) => text.startsWith(start)).length,
    answer(request, status, { headers = [], body = '', tag = 'peer' } = {}) {
      const vias = request.match(/^via:.*$/gim) ?? [];
      const to = headerOf(request, 'to');
      const text = whole(
        [
          `SIP/2.0 ${status} Said`,
          ...vias,
          `From: ${headerOf(request, 'from')}`,
          `To: ${/;tag=/.test(to) || status === 100 ? to : `${to};tag=${tag}`}`,
          `Call-ID: ${headerOf(request, 'call-id')}`,
          `CSeq: ${headerOf(request, 'cseq')}`,
          ...(status > 100 && status < 300 ? [`Contact: <sip:peer@${address}:${port}>`] : []),
          ...headers,
        ],
        body,
      );
      send(text);
      return text;
    },
    ask(method, { uri, of, cseq = 1, branch, callId, from, headers = [], body = '' }) {
      made++;
      const contact = of ? uriIn(headerOf(of.isOurs ? of.answer : of.request, 'contact')) : uri!;
      const [mine, theirs] = of
        ? of.isOurs
          ? [headerOf(of.answer, 'from'), headerOf(of.answer, 'to')]
          : [headerOf(of.answer, 'to'), headerOf(of.answer, 'from')]
        : [from ?? `"Ana" <sip:+49301@${address}>;tag=f${made}`, `<${uri}>`];
      const text = whole(
        [
          `${method} ${contact} SIP/2.0`,
          `Via: SIP/2.0/UDP ${address}:${port};branch=${branch ?? `z9hG4bKpeer${port}x${made}`};rport`,
          'Max-Forwards: 70',
          `From: ${mine}`,
          `To: ${theirs}`,
          `Call-ID: ${of ? headerOf(of.answer, 'call-id') : (callId ?? `call-${port}-${made}`)}`,
          `CSeq: ${cseq} ${method}`,
          ...(method === 'ACK' || method === 'BYE' ? [] : [`Contact: <sip:peer@${address}:${port}>`]),
          ...headers,
        ],
        body,
      );
      send(text);
      return text;
    },
    close: () => socket.close(),
  };
}
