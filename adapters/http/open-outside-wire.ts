import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { WebSocket } from 'ws';
import { OutsideFailure, type OutsideFailureReason } from '#core/http/outside-fetch.port.ts';
import type { StopSignal } from '#core/speech/stop-signal.ts';
import type {
  OutsideSocket,
  OutsideSocketHeard,
  OutsideSocketRequest,
  OutsideStream,
  OutsideStreamRequest,
  OutsideWire,
} from '#core/http/outside-wire.port.ts';
import { isPublicAddress } from './public-address.ts';
import { openNamesHere, openNamesOutside, type ResolveName } from './resolve-names.ts';

/*
 * Rules:
 * 1. A name is resolved for every connection, and exactly the addresses that were looked at are connected to.
 * 2. A connection is used again for the same origin: the next words come a round trip or three sooner. One the server gave up
 *    meanwhile is tried once more, anew.
 * 3. Redirects are answers like others.
 */

const CONNECT_MS = 5_000;
const IDLE_MS = 30_000;
const CONNECTIONS_MOST = 200;
const MESSAGE_BYTES = 1_000_000;
/** What waits for a socket to open or to take more; somebody who speaks for five minutes. */
const WAITING_BYTES = 10_000_000;
const LOOKED_AT = 'OutsideFailure';

export interface OutsideWireOptions {
  /** Lets connections reach this machine and its network, also without encryption. */
  allowPrivate?: boolean;
  /** Which addresses may be connected to, in place of the rule for public ones. */
  allows?: (address: string) => boolean;
  resolve?: ResolveName;
  /** Certificates believed besides the usual ones, in PEM form. */
  ca?: string;
  connectMs?: number;
}

export function openOutsideWire({
  allowPrivate = false,
  allows = allowPrivate ? () => true : isPublicAddress,
  resolve = allowPrivate ? openNamesHere() : openNamesOutside(),
  ca,
  connectMs = CONNECT_MS,
}: OutsideWireOptions = {}): OutsideWire {
  const pool = { keepAlive: true, timeout: IDLE_MS, maxSockets: CONNECTIONS_MOST, maxFreeSockets: 20 };
  const agents = { 'http:': new HttpAgent(pool), 'https:': new HttpsAgent({ ...pool, ...(ca ? { ca } : {}) }) };
  const sockets = new Set<WebSocket>();
  let isClosed = false;

  const lookup: LookupFunction = (name, options, found) => {
    resolve(name).then(
      (all) => {
        const allowed = all.filter(allows).map((address) => ({ address, family: isIP(address) }));
        const [first] = allowed;
        if (!first) return found(reasoned(all.length === 0 ? 'unreachable' : 'privateAddress'), '', 0);
        return options.all ? found(null, allowed) : found(null, first.address, first.family);
      },
      () => found(reasoned('unreachable'), '', 0),
    );
  };

  /** The address as it may be called; those written as numbers are never looked up, so they are looked at here. */
  function readAddress(text: string, plain: 'http:' | 'ws:'): URL {
    const url = URL.parse(text);
    const isSafe = url?.protocol === (plain === 'http:' ? 'https:' : 'wss:');
    if (isClosed || !url || url.username || url.password || !(isSafe || (url.protocol === plain && allowPrivate)))
      throw new OutsideFailure('badAddress');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !allows(host)) throw new OutsideFailure('privateAddress');
    return url;
  }

  async function stream(request: OutsideStreamRequest, signal: StopSignal): Promise<OutsideStream> {
    const url = readAddress(request.url, 'http:');
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await send(url, request, signal);
        return { status: answer.statusCode ?? 0, headers: headersOf(answer), body: read(answer) };
      } catch (problem) {
        if (attempt === 0 && problem === STALE && !signal.aborted) continue;
        throw asFailure(problem);
      }
    }
  }

  function send(
    url: URL,
    { method, headers, body }: OutsideStreamRequest,
    signal: StopSignal,
  ): Promise<IncomingMessage> {
    return new Promise((answered, failed) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
        // Whoever gives up here does so by the platform's own signal.
        method,
        signal: signal as AbortSignal,
        lookup,
        agent: agents[url.protocol as 'http:'],
        headers: { 'user-agent': 'OpenSeat', ...headers, 'accept-encoding': 'identity', ...length },
      });
      const late = setTimeout(() => outgoing.destroy(reasoned('tooSlow')), connectMs);
      outgoing.on('socket', (socket) => {
        // A connection that is there needs no patience; what the server thinks about is the caller's patience.
        if (!socket.connecting) return clearTimeout(late);
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(late));
      });
      outgoing.on('response', answered);
      outgoing.on('error', (problem: NodeJS.ErrnoException) =>
        failed(outgoing.reusedSocket && (problem.code === 'ECONNRESET' || problem.code === 'EPIPE') ? STALE : problem),
      );
      outgoing.on('close', () => {
        clearTimeout(late);
        failed(reasoned('unreachable'));
      });
      outgoing.end(body);
    });
  }

  function socket(
    { url: address, headers = {}, protocols = [] }: OutsideSocketRequest,
    heard: OutsideSocketHeard,
  ): OutsideSocket {
    let url: URL;
    try {
      url = readAddress(address, 'ws:');
    } catch (problem) {
      // Told later, as everything a socket tells.
      queueMicrotask(() => heard.onClosed(problem as OutsideFailure, null));
      return {
        send() {},
        close() {
          heard = silent;
        },
      };
    }
    const waiting: (string | Uint8Array)[] = [];
    let [waitingBytes, status]: [number, number | null] = [0, null];
    const ws = new WebSocket(url, [...protocols], {
      headers: { 'user-agent': 'OpenSeat', ...headers },
      lookup,
      handshakeTimeout: connectMs,
      maxPayload: MESSAGE_BYTES,
      perMessageDeflate: false,
      ...(ca ? { ca } : {}),
    });
    sockets.add(ws);
    let problem: OutsideFailure | null = null;
    const over = (): void => {
      sockets.delete(ws);
      const { onClosed } = heard;
      heard = silent;
      onClosed(problem, status);
    };
    ws.on('open', () => {
      for (const message of waiting.splice(0)) ws.send(message);
    });
    ws.on('message', (data, isBinary) => {
      if (!isBinary) heard.onText((data as Buffer).toString('utf8'));
    });
    ws.on('unexpected-response', (_request, answer) => {
      status = answer.statusCode ?? 0;
      problem = new OutsideFailure('unreachable');
      ws.terminate();
      answer.destroy();
      over();
    });
    ws.on(
      'error',
      (thrown) =>
        (problem ??= /handshake has timed out/.test(thrown.message)
          ? new OutsideFailure('tooSlow')
          : asFailure(thrown)),
    );
    ws.on('close', (code) => {
      if (code !== 1_000 && code !== 1_005) problem ??= new OutsideFailure('unreachable');
      over();
    });
    return {
      send(message) {
        if (ws.readyState === WebSocket.OPEN) {
          if (ws.bufferedAmount > WAITING_BYTES) return ws.terminate();
          return ws.send(message);
        }
        if (ws.readyState !== WebSocket.CONNECTING) return;
        waitingBytes += message.length;
        if (waitingBytes > WAITING_BYTES) return ws.terminate();
        // Whoever writes uses its buffer again.
        waiting.push(typeof message === 'string' ? message : message.slice());
      },
      close() {
        heard = silent;
        if (ws.readyState === WebSocket.OPEN) ws.close(1_000);
        else ws.terminate();
      },
    };
  }

  return {
    stream,
    socket,
    async close() {
      isClosed = true;
      for (const ws of sockets) ws.terminate();
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const STALE = Symbol('stale connection');
const silent: OutsideSocketHeard = { onText() {}, onClosed() {} };

/** A reason that survives the way through Node's sockets. */
const reasoned = (reason: OutsideFailureReason): NodeJS.ErrnoException =>
  Object.assign(new Error(reason), { code: LOOKED_AT });
const asFailure = (problem: unknown): OutsideFailure => {
  if (problem instanceof OutsideFailure) return problem;
  // Several addresses were tried: each has its own error.
  const { code, message } = (problem instanceof AggregateError ? problem.errors[0] : problem) as NodeJS.ErrnoException;
  return new OutsideFailure(code === LOOKED_AT ? (message as OutsideFailureReason) : 'unreachable');
};

async function* read(answer: IncomingMessage): AsyncIterable<Uint8Array> {
  try {
    for await (const part of answer as AsyncIterable<Buffer>) yield part;
  } catch {
    throw new OutsideFailure('unreachable');
  }
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
