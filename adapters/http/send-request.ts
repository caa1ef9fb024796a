import { request as httpRequest, type Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { OutsideStreamRequest } from '#core/http/outside-wire.port.ts';
import type { StopSignal } from '#core/speech/stop-signal.ts';
import { reasoned } from './wire-failure.ts';

/** How connections are made. */
export interface RequestWays {
  lookup: LookupFunction;
  agents: { 'http:': HttpAgent; 'https:': HttpsAgent };
  connectMs: number;
}

/** A connection that was used before turned out to be given up by the server: worth one more try. */
export const STALE = Symbol('stale connection');

/** Sends one request and answers when the head of its answer is there. */
export function sendRequest(
  url: URL,
  { method, headers, body }: OutsideStreamRequest,
  signal: StopSignal,
  { lookup, agents, connectMs }: RequestWays,
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
