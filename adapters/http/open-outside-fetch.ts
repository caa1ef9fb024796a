import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { OutsideFailure, type OutsideAnswer, type OutsideRequest } from '#core/http/outside-fetch.port.ts';
import { isPublicAddress } from './public-address.ts';
import { openNamesHere, openNamesOutside, type ResolveName } from './resolve-names.ts';

/*
 * Rules:
 * 1. A name is resolved once per hop, and exactly the addresses that were looked at are connected to: a name that
 *    answers differently the second time gains nothing.
 * 2. Every hop of a redirect is looked at like the first.
 * 3. https does not become http, and another origin does not get the headers that were meant for the first.
 */

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;
const MAX_REDIRECTS = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

export interface OutsideFetchOptions {
  /** Lets calls reach this machine and its network; for development, and companies that keep their servers there. */
  allowPrivate?: boolean;
  /** Which addresses may be connected to, in place of the rule for public ones. */
  allows?: (address: string) => boolean;
  resolve?: ResolveName;
  /** Certificates believed besides the usual ones, in PEM form. */
  ca?: string;
}

/** Calls servers that somebody named in a form, without letting them name ours. */
export function openOutsideFetch({
  allowPrivate = false,
  allows = allowPrivate ? () => true : isPublicAddress,
  resolve = allowPrivate ? openNamesHere() : openNamesOutside(),
  ca,
}: OutsideFetchOptions = {}) {
  return async function outsideFetch(request: OutsideRequest): Promise<OutsideAnswer & { body: Buffer }> {
    const deadline = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS);
    const method = request.method ?? 'GET';
    const hops = request.maxRedirects ?? (method === 'GET' || method === 'HEAD' ? MAX_REDIRECTS : 0);
    let url = readAddress(request.url, request.httpsOnly ?? false);
    let headers = request.headers ?? {};
    for (let hop = 0; ; hop++) {
      const answer = await once(url, { ...request, method, headers }, deadline);
      const next = redirects.has(answer.status) && answer.headers['location'];
      if (!next || hops === 0) return answer;
      if (hop === hops) throw new OutsideFailure('tooManyRedirects');
      const from = url;
      url = readAddress(next, url.protocol === 'https:', from);
      if (url.origin !== from.origin) headers = {};
    }
  };

  async function once(
    url: URL,
    request: OutsideRequest,
    deadline: AbortSignal,
  ): Promise<OutsideAnswer & { body: Buffer }> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(host) ? [host] : await beforeDeadline(resolve(host), deadline);
    const pinned = found.filter(allows);
    if (found.length === 0) throw new OutsideFailure('unreachable', { nothingLeft: true });
    if (pinned.length === 0) throw new OutsideFailure('privateAddress', { nothingLeft: true });
    const line = { isUp: false };
    try {
      const answer = await send(url, pinned, request, deadline, line);
      return { status: answer.statusCode ?? 0, headers: joined(answer), body: await read(answer, request) };
    } catch (problem) {
      if (problem instanceof OutsideFailure) throw problem;
      throw new OutsideFailure(deadline.aborted ? 'tooSlow' : 'unreachable', { nothingLeft: !line.isUp });
    }
  }

  function send(
    url: URL,
    pinned: string[],
    { method = 'GET', headers, body }: OutsideRequest,
    signal: AbortSignal,
    line: { isUp: boolean },
  ): Promise<IncomingMessage> {
    return new Promise((answered, failed) => {
      const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
        method,
        // A connection of its own: nothing of an earlier call is used again.
        agent: false,
        lookup: pinnedTo(pinned),
        signal,
        headers: {
          'user-agent': 'OpenSeat',
          ...headers,
          'accept-encoding': 'identity',
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        ...(ca ? { ca } : {}),
      });
      // Who answers 101 to what asked for no other protocol has no answer, and Node says no more than that it is over.
      outgoing
        .on('socket', (socket) => void socket.once('connect', () => (line.isUp = true)))
        .on('response', answered)
        .on('error', failed)
        .on('close', () => failed(new Error('closed')));
      outgoing.end(body);
    });
  }
}

function readAddress(text: string, httpsOnly: boolean, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && !httpsOnly)) || url.username || url.password)
    throw new OutsideFailure('badAddress');
  return url;
}

/** Answers the connecting socket with what was looked at before (rule 1). */
function pinnedTo(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, found) => (options.all ? found(null, all) : found(null, all[0]!.address, all[0]!.family));
}

/** Who resolves names cannot be interrupted. */
function beforeDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const late = (): void => failed(new OutsideFailure('tooSlow'));
    if (deadline.aborted) late();
    deadline.addEventListener('abort', late, { once: true });
    work.then(done, failed).finally(() => deadline.removeEventListener('abort', late));
  });
}

async function read(
  answer: IncomingMessage,
  { maxBytes = MAX_BYTES, longBody = 'refuse' }: OutsideRequest,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes && longBody === 'refuse') throw new OutsideFailure('tooLarge');
    parts.push(part);
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes);
}

const joined = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
