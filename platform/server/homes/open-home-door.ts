import { Agent as PlainAgent, request as askPlain, type IncomingMessage } from 'node:http';
import { Agent as SafeAgent, request as askSafe } from 'node:https';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSafe } from 'node:tls';
import { Failure } from '#shared/errors.ts';
import { AnswerOfHome, NOT_HOME, type PassedRequest, type HomeDoor, type SocketOpening } from './home-door.ts';
import { certificateTrust } from './certificate-trust.ts';
import type { HomeElsewhere, Homes } from './homes.ts';
import { passedOn, PASSED_ON_HEADER, passedOnHeader } from './passed-on.ts';

/** A home that lives takes a connection at once. */
const CONNECT_MS = 1_500;
/** …and answers; one that stands still is told apart by the home moving away from it. */
const ANSWER_MS = 10_000;
const MOST_AT_ONCE = 64;
/** A connection nobody uses is closed by us, long before the home would: one that is used is not closed at that moment. */
const IDLE_MS = 5_000;
const TRIES = 2;
/** Of one connection, or written anew for the next. */
const OWN_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'expect',
  PASSED_ON_HEADER,
]);

/** `certificate`: that of this installation, in PEM form, where its processes speak https; they know one another by it. */
export function openHomeDoor(
  homes: Pick<Homes, 'enter' | 'find' | 'missed' | 'onMoved' | 'ownPass'>,
  certificate: string | null = null,
): HomeDoor {
  const trust = certificate ? certificateTrust(certificate) : null;
  const kept = { keepAlive: true, maxSockets: MOST_AT_ONCE, timeout: IDLE_MS };
  const agent = trust ? new SafeAgent({ ...kept, ...trust }) : new PlainAgent(kept);
  const under = new Map<number, Set<UnderWay>>();

  const stopListening = homes.onMoved((tenantId, address) => {
    for (const one of under.get(tenantId) ?? []) if (address !== null && address !== one.address) one.end();
  });

  const seen: HomeDoor['seen'] = (request) => passedOn(homes.ownPass, request);

  /** Where it goes; null: it stays here. */
  async function homeOf(tenantId: number, request: IncomingMessage): Promise<HomeElsewhere | 'notHome' | null> {
    const home = await homes.find(tenantId);
    if (home.at === 'here') return null;
    // One step and no further: two processes that take each other for the home would never end.
    if (seen(request)) return 'notHome';
    if (!URL.canParse(home.address)) throw new Failure('unavailable');
    return home;
  }

  async function ask(tenantId: number, home: HomeElsewhere, asked: PassedRequest): Promise<AnswerOfHome> {
    const gone = new AbortController();
    const forget = remember(under, tenantId, { address: home.address, end: () => gone.abort() });
    try {
      return await send({ agent, trust }, home, asked, AbortSignal.any([gone.signal, AbortSignal.timeout(ANSWER_MS)]));
    } catch (problem) {
      // The home moved away meanwhile: what only asks is asked of the next one.
      throw gone.signal.aborted && onlyAsks(asked.request) ? new NotReached() : problem;
    } finally {
      forget();
    }
  }

  return {
    seen,
    enter: homes.enter,
    async passOn(tenantId, asked) {
      for (let tries = 1; ; tries += 1) {
        const home = await homeOf(tenantId, asked.request);
        if (home === null) return null;
        if (home === 'notHome') return new AnswerOfHome(NOT_HOME, '', '', Buffer.alloc(0));
        try {
          const answer = await ask(tenantId, home, asked);
          if (answer.status !== NOT_HOME) return answer;
        } catch (problem) {
          homes.missed(tenantId, home.address);
          // What may have been done is not asked for twice.
          if (!(problem instanceof NotReached)) throw new Failure('unavailable');
        }
        homes.missed(tenantId, home.address);
        if (tries === TRIES) throw new Failure('unavailable');
      }
    },
    async lead(tenantId, opening) {
      for (let tries = 1; ; tries += 1) {
        const home = await homeOf(tenantId, opening.request);
        if (home === null) return false;
        if (home === 'notHome') throw new Failure('unavailable');
        const line = await connected(home, trust);
        if (line) {
          relay(line, home, opening, (end) => remember(under, tenantId, { address: home.address, end }));
          return true;
        }
        homes.missed(tenantId, home.address);
        if (tries === TRIES) throw new Failure('unavailable');
      }
    },
    stop() {
      stopListening();
      for (const all of under.values()) for (const { end } of all) end();
      agent.destroy();
    },
  };
}

interface Way {
  agent: PlainAgent;
  trust: object | null;
}

function send(
  { agent, trust }: Way,
  home: HomeElsewhere,
  { request, seen: facts, body }: PassedRequest,
  signal: AbortSignal,
): Promise<AnswerOfHome> {
  const payload = body === undefined || body === null ? null : Buffer.from(JSON.stringify(body));
  const headers = {
    ...headersOf(request),
    ...(payload && { 'content-length': String(payload.length) }),
    [PASSED_ON_HEADER]: passedOnHeader(home.pass, request, facts),
  };
  const start = trust ? askSafe : askPlain;
  return new Promise((resolve, reject) => {
    const call = start(
      new URL(request.url ?? '/', home.address),
      { method: request.method, agent, headers, signal, ...trust },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.once('error', reject);
        answer.once('end', () =>
          resolve(
            new AnswerOfHome(
              answer.statusCode ?? 502,
              answer.headers['content-type'] ?? '',
              String(answer.headers['x-request-id'] ?? ''),
              Buffer.concat(pieces),
            ),
          ),
        );
      },
    );
    let isReached = false;
    call.once('socket', (socket) => {
      if (!socket.connecting) return void (isReached = true);
      const late = setTimeout(() => call.destroy(new NotReached()), CONNECT_MS);
      socket
        .once('close', () => clearTimeout(late))
        .once('connect', () => {
          isReached = true;
          clearTimeout(late);
        });
    });
    call.once('error', (problem: NodeJS.ErrnoException) => {
      // A connection that is hung up: nobody can tell whether the home had read what came. What only asks is asked again.
      const isHungUp = problem.code === 'ECONNRESET' || problem.code === 'EPIPE';
      reject(!isReached || (isHungUp && onlyAsks(request)) ? new NotReached() : problem);
    });
    call.end(payload ?? undefined);
  });
}

/** Nothing was asked of the home, or nothing that may not be asked twice. */
class NotReached extends Error {}

const onlyAsks = ({ method }: IncomingMessage): boolean => method === 'GET';

/** What was brought to a home and is not over. */
interface UnderWay {
  address: string;
  end(): void;
}

function remember(under: Map<number, Set<UnderWay>>, tenantId: number, one: UnderWay): () => void {
  const all = under.get(tenantId) ?? new Set();
  under.set(tenantId, all.add(one));
  return () => {
    all.delete(one);
    if (all.size === 0 && under.get(tenantId) === all) under.delete(tenantId);
  };
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OWN_HEADERS.has(name) ? [] : [[name, value]],
    ),
  );

/** Null where nobody takes the connection. */
function connected({ address }: HomeElsewhere, trust: object | null): Promise<Socket | null> {
  const { hostname, port } = new URL(address);
  const where = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
  return new Promise((resolve) => {
    const line = trust ? connectSafe({ ...where, ...trust }, () => done(line)) : connectPlain(where, () => done(line));
    const late = setTimeout(() => done(null), CONNECT_MS);
    const done = (found: Socket | null): void => {
      clearTimeout(late);
      line.off('error', failed);
      if (!found) line.on('error', () => {}).destroy();
      resolve(found);
    };
    const failed = (): void => done(null);
    line.once('error', failed);
  });
}

/** Bytes both ways, from the request for the socket on, until one end is gone or the home has moved. */
function relay(line: Socket, home: HomeElsewhere, opening: SocketOpening, keep: (end: () => void) => () => void): void {
  const { request, socket, head, seen } = opening;
  const words = [`${request.method} ${request.url} HTTP/1.1`];
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    if (request.rawHeaders[at]!.toLowerCase() !== PASSED_ON_HEADER)
      words.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
  words.push(`${PASSED_ON_HEADER}: ${passedOnHeader(home.pass, request, seen)}`, '', '');
  const end = (): void => {
    forget();
    line.destroy();
    socket.destroy();
  };
  const forget = keep(end);
  for (const side of [line, socket]) side.on('error', end).on('close', end);
  line.setNoDelay(true);
  line.write(words.join('\r\n'));
  if (head.length > 0) line.write(head);
  line.pipe(socket);
  socket.pipe(line);
  // Whoever left while the home was looked for says so no more.
  if (socket.destroyed) end();
}
