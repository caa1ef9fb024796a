import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebSocket } from 'ws';
import { OutsideFailure } from '#core/http/outside-fetch.port.ts';
import type { StopSignal } from '#core/speech/stop-signal.ts';
import type {
  OutsideSocket,
  OutsideSocketListener,
  OutsideSocketRequest,
  OutsideStream,
  OutsideStreamRequest,
  OutsideWire,
} from '#core/http/outside-wire.port.ts';
import { openOutsideSocket, refusedSocket } from './open-outside-socket.ts';
import { isPublicAddress } from './public-address.ts';
import { openNamesHere, openNamesOutside, type ResolveName } from './resolve-names.ts';
import { sendRequest, STALE } from './send-request.ts';
import { asFailure, reasoned } from './wire-failure.ts';

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
        const answer = await sendRequest(url, request, signal, { lookup, agents, connectMs });
        return { status: answer.statusCode ?? 0, headers: headersOf(answer), body: read(answer) };
      } catch (problem) {
        if (attempt === 0 && problem === STALE && !signal.aborted) continue;
        throw asFailure(problem);
      }
    }
  }

  function socket(request: OutsideSocketRequest, listener: OutsideSocketListener): OutsideSocket {
    try {
      return openOutsideSocket(readAddress(request.url, 'ws:'), request, listener, { lookup, connectMs, ca, sockets });
    } catch (problem) {
      if (problem instanceof OutsideFailure) return refusedSocket(problem, listener);
      throw problem;
    }
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
