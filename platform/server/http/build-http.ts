import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyServerOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteShorthandOptions,
} from 'fastify';
import type { z } from 'zod';
import type { AnyEndpoint, Limit, UploadEndpoint } from '#shared/endpoint.ts';
import { FACTOR_PROOF, isLogged } from '#shared/endpoint.ts';
import { failed } from '#shared/envelope.ts';
import { Failure, failureRow, type FailureName } from '#shared/errors.ts';
import type { Clock } from '../clock.ts';
import { isDiskFull, type Db } from '../db/db.ts';
import { isShallow } from '../depth.ts';
import { AnswerOfHome, type HomeDoor } from '../homes/home-door.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Traces } from '../traces/traces.ts';
import { ForeignNetwork, refuseForeign } from '../sessions/allowed-networks.ts';
import { FRESH_PROOF_MS, type Sessions } from '../sessions/sessions.ts';
import { isStorable } from '../storable.ts';
import type { StorageWatch } from '../storage-watch.ts';
import { openAccessWatch, type AccessWatch } from './access-watch.ts';
import { answerWriter } from './answer-bytes.ts';
import { API_KEY_LIMIT, identifyKey, isApiKey, opens, rightsOf, UNKNOWN_KEY_LIMIT, type ApiKeys } from './api-keys.ts';
import { mayUse, personOf, type Caller, type Identity, type Origin, type Visitor } from './caller.ts';
import { receiveFile } from './incoming-file.ts';
import { keepsBody } from './signed-body.ts';
import { networkOf } from './network.ts';
import { INSTALLATION } from './installation.ts';
import { HELPER_LOOKED, Operation } from './operation.ts';
import { byAddress, routeMeant, type SharedAddress } from './operations.ts';
import { rateLimiter } from './rate-limit.ts';
import { sendFile } from './outgoing-file.ts';
import { RequestArrival, visitorOf } from './request-visitor.ts';
import type { Departure, Instead, OutgoingFile, Route, StandardAnswer } from './routes.ts';
import { checkOrigin, securityHeaders } from './security.ts';
import { serveStandards } from './standards.ts';
import { isVisit, receiveVisits } from './visits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When its first line was read; by the clock of the process. */
    arrivedMs: number;
  }
}

export interface HttpWorld {
  db: Db;
  sessions: Sessions;
  /** Without them no key opens anything. */
  apiKeys?: ApiKeys;
  clock: Clock;
  /** Hears when there was no room for something. */
  storage?: StorageWatch;
  log: Log;
  metrics: Metrics;
  traces?: Traces | null;
  /** Proxies whose X-Forwarded-For is believed: their addresses, or how many of them stand before us. */
  trustProxy: false | number | string;
  /** Origins besides our own that may call from a browser. */
  allowedOrigins: readonly string[];
  /** Asked before the first byte of an upload is read; without it there is always room. */
  hasRoomFor?: (bytes: number) => Promise<boolean>;
  /** Leads to the homes of tenants; without it every call is answered here. */
  door?: Pick<HomeDoor, 'enter' | 'passOn' | 'seen'>;
  /** Certificate and key in PEM form; without them it speaks plain http. */
  tls?: { cert: string; key: string } | null;
}

/** What every answer needs beside the world. */
interface Serving extends HttpWorld {
  limiter: ReturnType<typeof rateLimiter>;
  watch: AccessWatch;
}

const FLUSH_EVERY_MS = 60_000;
const BODY_LIMIT = 1_048_576;
const JSON_TYPE = 'application/json; charset=utf-8';
/** No page needs more; a loop in a page must not take the server with it. */
const DEFAULT_LIMIT: Limit = { per: 'user', max: 1_200, windowSec: 60 };

/** The HTTP server with every route of the features, and nothing else yet. */
export async function buildHttp(world: HttpWorld, routes: readonly Route[]): Promise<FastifyInstance> {
  const { trustProxy, tls } = world;
  // Unique in all processes, and cheaper than chance for every call.
  const started = randomUUID().slice(0, 13);
  let requests = 0;
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    genReqId: () => `${started}-${(requests += 1).toString(36)}`,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    // Addresses the router cannot read: no hook has seen them.
    frameworkErrors: (thrown, request, reply) => {
      securityHeaders(reply);
      void refuse(world, request, reply, thrown);
    },
    logger: false,
    // Contracts check what comes and write what goes: the compilers of schemas are never loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    ...(tls ? { https: tls } : {}),
  } as FastifyServerOptions);
  app.setErrorHandler((thrown, request, reply) => refuse(world, request, reply, thrown));
  app.setNotFoundHandler((request, reply) => refuse(world, request, reply, new Failure('notFound')));
  app.decorateRequest('arrivedMs', 0);
  app.addHook('onRequest', (request, reply, done) => {
    request.arrivedMs = performance.now();
    securityHeaders(reply);
    if (request.headers.origin && !isVisit(request)) checkOrigin(request, reply, world.allowedOrigins);
    // What a browser asks before a call from another site: the headers above are the answer.
    if (request.method === 'OPTIONS') void reply.code(204).send();
    else done();
  });

  const serving = { ...world, limiter: rateLimiter(world.clock), watch: watchAccess(app, world) };
  await receiveVisits(app, routes, {
    answer: (request, route) => answer(serving, route, request) as Promise<Departure>,
    answered: (method, path) => answered(world, method, path),
    refuse: (request, reply, thrown, wantsPage) =>
      wantsPage
        ? reply.redirect(`/login?reason=${explained(world, request, thrown).name}`, 303)
        : refuse(world, request, reply, thrown),
  });
  await serveStandards(app, routes, {
    answer: (request, route) => answer(serving, route, request) as Promise<StandardAnswer<unknown>>,
    answered: (method, path) => answered(world, method, path),
    explained: (request, thrown) => explained(world, request, thrown),
  });
  const calls = byAddress(routes).filter(([{ endpoint }]) => endpoint.kind !== 'visit' && endpoint.kind !== 'standard');
  const isUpload = ([{ endpoint }]: SharedAddress): boolean => endpoint.kind === 'upload';
  for (const shared of calls) if (!isUpload(shared)) offer(app, serving, shared);
  // Read where files come alone: what it hooks to a request would cost every other call, too.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 50, fieldSize: 100_000 } });
    for (const shared of calls) if (isUpload(shared)) offer(scope, serving, shared);
  });
  return app;
}

function noSchemas(): never {
  throw new Error('a route has a schema: contracts check and write instead');
}

/** Opens the calls of one address. */
function offer(app: FastifyInstance, serving: Serving, shared: SharedAddress): void {
  const [{ endpoint: first }] = shared;
  const finishes = new Map(shared.map((route) => [route, finisherOf(route.endpoint)]));
  for (const path of [first.path, ...(first.alsoAt ?? [])]) {
    const { count, watch } = counting(serving, first, path);
    app.route({
      method: first.method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      // Whoever watches us, and whoever fetches files, may ask for the head alone; to nobody else it says anything.
      exposeHeadRoute: first.access === 'public' || first.kind === 'download',
      ...watch,
      ...(first.kind === 'json' && first.signed ? keepsBody : {}),
      handler: (request, reply) => {
        const route = routeMeant(shared, request.body);
        return answer(serving, route, request, (result) => {
          const sent = finishes.get(route)!(request, reply, result);
          count?.(reply.statusCode, performance.now() - request.arrivedMs);
          return sent;
        });
      },
    });
  }
}

/**
 * How answers of a call are counted: as they are handed to the socket, or, where one takes its time or is told of besides (files,
 * traces, the log of whoever looks for something), when its last byte was. Waiting for that costs each answer two listeners.
 */
function counting(
  serving: Serving,
  { kind, method }: AnyEndpoint,
  path: string,
): {
  count: ReturnType<Metrics['answersOf']> | null;
  watch: Pick<RouteShorthandOptions, 'onResponse' | 'errorHandler'>;
} {
  if (kind === 'download' || serving.traces || serving.log.isLevelEnabled('debug'))
    return { count: null, watch: { onResponse: answered(serving, method, path) } };
  const count = serving.metrics.answersOf(method, path);
  return {
    count,
    watch: {
      errorHandler: (thrown, request, reply) => {
        refuse(serving, request, reply, thrown);
        count(reply.statusCode, performance.now() - request.arrivedMs);
      },
    },
  };
}

/** Turns what a handler answered into what is sent. */
function finisherOf(endpoint: AnyEndpoint): (request: FastifyRequest, reply: FastifyReply, result: unknown) => unknown {
  const write = writerOf(endpoint);
  if (endpoint.kind === 'download')
    return (request, reply, result) => {
      if (result instanceof AnswerOfHome) return sendOnwards(reply, result);
      if (!write || !isInstead(result)) return sendFile(request, reply, result as OutgoingFile);
      reply.type(JSON_TYPE);
      return write(result.instead);
    };
  return (_request, reply, result) => {
    if (result instanceof AnswerOfHome) return sendOnwards(reply, result);
    reply.type(JSON_TYPE);
    return write!(result);
  };
}

/** What writes the answers of a call; null for files alone. */
function writerOf(endpoint: AnyEndpoint): ReturnType<typeof answerWriter> | null {
  const schema = 'data' in endpoint ? endpoint.data : 'instead' in endpoint ? endpoint.instead : undefined;
  return schema ? answerWriter(schema) : null;
}

/** Tells what was counted once a minute, and when the server stops. */
function watchAccess(app: FastifyInstance, { db, clock, log }: HttpWorld): AccessWatch {
  const watch = openAccessWatch(db, clock);
  const flush = (all: boolean): Promise<void> =>
    watch.flush(all).catch((problem: unknown) => log.warn({ err: problem }, 'refusals could not be written down'));
  const timer = setInterval(() => void flush(false), FLUSH_EVERY_MS);
  timer.unref();
  app.addHook('onClose', () => {
    clearInterval(timer);
    return flush(true);
  });
  return watch;
}

/** What the home of the tenant answered. */
function sendOnwards(reply: FastifyReply, { status, mediaType, requestId, body }: AnswerOfHome): FastifyReply {
  if (requestId) reply.header('x-request-id', requestId);
  return reply
    .code(status)
    .type(mediaType || JSON_TYPE)
    .send(body);
}

const isInstead = (result: unknown): result is Instead<unknown> =>
  typeof result === 'object' && result !== null && 'instead' in result;

/** Counts an answer and, when asked to, logs it: by pattern, since an address may carry a ticket or a number. */
function answered({ metrics, log, traces, clock }: HttpWorld, method: string, route: string) {
  const count = metrics.answersOf(method, route);
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const ms = reply.elapsedTime;
    count(reply.statusCode, ms);
    const { statusCode: status } = reply;
    const callId = callIdOf(request);
    if (log.isLevelEnabled('debug'))
      log.debug(
        { requestId: request.id, method, route, status, ms: Math.round(ms), ...(callId && { callId }) },
        'answered',
      );
    traces?.span({
      name: `${method} ${route}`,
      startMs: clock.nowMs() - ms,
      endMs: clock.nowMs(),
      callId,
      parent: String(request.headers.traceparent ?? ''),
      attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
      failed: status >= 500,
    });
    done();
  };
}

/** Which call a request is about, where it says so. */
function callIdOf({ body, params }: FastifyRequest): string | null {
  const named = (body as { callId?: unknown } | null)?.callId ?? (params as { callId?: unknown } | null)?.callId;
  return typeof named === 'string' && CALL_ID.test(named) ? named : null;
}
/** Nothing else that somebody sends gets into the log. */
const CALL_ID = /^[0-9a-f-]{36}$/i;

const asItIs = (result: unknown): unknown => result;

/**
 * What is answered. A refusal for where somebody came from, or for want of a right, is written down before it is told.
 *
 * Of a call that has nothing to read and nothing to write down, only the handler is waited for: whatever else is asked
 * may be at hand, and every promise more is a turn for each call.
 */
async function answer(
  world: Serving,
  route: Route,
  request: FastifyRequest,
  finish: (result: unknown) => unknown = asItIs,
): Promise<unknown> {
  const { endpoint } = route;
  const { watch } = world;
  let leave: (() => void) | undefined;
  let input: unknown = null;
  let who: Visitor | Caller | undefined;
  try {
    const visitor = visitorOf(world.door, request);
    const pass = !visitor.token && endpoint.kind === 'download' && endpoint.takesPass ? passOf(request) : null;
    const held = pass ? passHolder(world, pass, request) : holderOf(world, visitor, endpoint);
    const identity = held instanceof Promise ? await held : held;
    refuseTooOften(world, route, identity, visitor.origin);

    if (route.atHome && identity && world.door) {
      const seen = { address: visitor.origin.address, site: visitor.origin.site ?? '' };
      const elsewhere = await world.door.passOn(identity.tenantId, { request: request.raw, seen, body: request.body });
      if (elsewhere) return finish(elsewhere);
      leave = world.door.enter(identity.tenantId);
    }
    who = whoAsks(route, visitor, identity, isLogged(endpoint) && !pass);
    if (identity && !isOpenTo(identity, endpoint)) throw new Failure('notAllowed');
    if (identity && endpoint.access === 'operator') refuseWithoutFactor(identity);
    if (identity?.helpId !== undefined && endpoint.ofPerson) throw new Failure('notWhileHelping');
    // A pass was given by a call that asked already.
    if (identity && !pass) refuseStaleProof(identity, endpoint, world.clock);
    const result =
      (endpoint.kind === 'upload'
        ? await handleUpload(world, route, endpoint, who, request)
        : await route.handle(who, (input = parse(endpoint.input, merged(request))), new RequestArrival(request))) ??
      null;
    if ('operation' in who) {
      if (who.operation.isDue) await who.operation.writeAlone(world.db);
      const telling = watch.answered(who, route, input, result);
      if (telling) await telling;
    }
    return finish(result);
  } catch (thrown) {
    if (thrown instanceof ForeignNetwork) await world.sessions.noteForeign(thrown.who);
    if (thrown instanceof Failure && thrown.name === 'notAllowed' && who && 'operation' in who)
      await watch.refused(who, route);
    throw thrown;
  } finally {
    leave?.();
  }
}

function refuseTooOften(
  { limiter }: Serving,
  { endpoint, module, name }: Route,
  identity: Identity | null,
  { address }: Origin,
): void {
  const { limit } = endpoint;
  const key =
    identity && limit?.per !== 'address'
      ? identity.key
        ? `k${identity.key.id}`
        : `u${identity.userId}`
      : `a${networkOf(address)}`;
  if (
    !limiter.allows(key, identity?.key ? API_KEY_LIMIT : DEFAULT_LIMIT) ||
    (limit && !limiter.allows(`${module}.${name} ${key}`, limit))
  )
    throw new Failure('tooManyRequests');
}

async function handleUpload(
  { hasRoomFor }: Pick<HttpWorld, 'hasRoomFor'>,
  route: Route,
  endpoint: UploadEndpoint,
  who: Visitor | Caller,
  request: FastifyRequest,
): Promise<unknown> {
  if (hasRoomFor && !(await hasRoomFor(endpoint.maxBytes))) throw new Failure('uploadsFull');
  const { fields, file, forget } = await receiveFile(request, endpoint);
  try {
    return await route.handle(who, parse(endpoint.input, { ...fields, ...(request.params as object) }), file);
  } finally {
    await forget();
  }
}

async function passHolder({ sessions }: HttpWorld, pass: string, request: FastifyRequest): Promise<Identity | null> {
  const path = pathOf(request);
  const holder = await sessions.guard.ask(pass, request.ip, () => sessions.honourPass(pass, path), path);
  return refuseForeign(holder, request.ip);
}

/** Whose token it is; a promise where somebody has to be asked. Sign-in and the like do not ask; a key they refuse. */
function holderOf(
  world: Serving,
  { token, origin }: Visitor,
  endpoint: AnyEndpoint,
): Identity | null | Promise<Identity | null> {
  if (!token) return null;
  if (isApiKey(token)) return keyHolder(world, token, endpoint, origin);
  if (endpoint.access === 'public') return null;
  const how = { renew: endpoint.renewsSession ?? true, address: origin.address };
  return world.sessions.known(token, how) ?? world.sessions.identify(token, how);
}

async function keyHolder(
  { apiKeys, limiter }: Serving,
  token: string,
  endpoint: AnyEndpoint,
  origin: Origin,
): Promise<Identity> {
  const guesser = `unknown keys a${networkOf(origin.address)}`;
  if (!limiter.hasRoom(guesser, UNKNOWN_KEY_LIMIT)) throw new Failure('tooManyRequests');
  return identifyKey(apiKeys, token, endpoint, origin).catch((thrown: unknown) => {
    if (thrown instanceof Failure && thrown.name === 'apiKeyInvalid') limiter.allows(guesser, UNKNOWN_KEY_LIMIT);
    throw thrown;
  });
}

function isOpenTo(identity: Identity, endpoint: AnyEndpoint): boolean {
  const { access, widenedBy = [] } = endpoint;
  // Whatever else says so: no key, no company's word and no helper opens it.
  if (access === 'operator') return identity.isOperator === true && !identity.key && !identity.guest;
  if (identity.key) return opens(identity.key, endpoint) && rightsOf(endpoint).every((key) => mayUse(identity, key));
  return !access.includes('.') || [access, ...widenedBy].some((key) => mayUse(identity, key));
}

/** A password alone opens nothing of the installation's: the page leads to getting a second factor, or to showing it. */
function refuseWithoutFactor({ factor = 'none' }: Identity): void {
  if (factor !== 'shown') throw new Failure('operatorFactorRequired', factor === 'none' ? 'enrol' : 'prove');
}

/** A key is a secret of a program, which shows it with every call. */
function refuseStaleProof(identity: Identity, { freshProof }: AnyEndpoint, clock: Clock): void {
  const { key, provenMs, factor = 'none', factorMs = 0 } = identity;
  if (!freshProof || key) return;
  const isFresh = (atMs: number): boolean => clock.nowMs() - atMs <= FRESH_PROOF_MS;
  // A session from before the first factor, or the password alone, must not take away what protects the person.
  if (freshProof === FACTOR_PROOF && factor !== 'none' && !isFresh(factorMs))
    throw new Failure('freshProofRequired', FACTOR_PROOF);
  if (!isFresh(provenMs)) throw new Failure('freshProofRequired');
}

function whoAsks(
  { endpoint, module, name }: Route,
  visitor: Visitor,
  identity: Identity | null,
  isKept: boolean,
): Visitor | Caller {
  if (endpoint.access === 'public') return visitor;
  if (!identity) throw new Failure('signedOut');
  const entry = { module, action: name };
  if (endpoint.access === 'operator' && identity.isOperator)
    return operatorOf(identity, visitor, isKept ? entry : null);
  // Of a helper every look is kept, too.
  if (identity.helpId !== undefined && !isKept) return helperOf(identity, visitor, entry);
  return callerOf(identity, visitor, isKept ? entry : null);
}

/** What operators do is of the installation, and of the tenant it concerns. */
function operatorOf(identity: Identity, visitor: Visitor, what: { module: string; action: string } | null): Caller {
  const { origin } = visitor;
  const { address, requestId } = origin;
  const who = { tenantId: INSTALLATION, userId: identity.userId, name: identity.name, address, requestId };
  return { ...identity, origin, operation: new Operation(what, who) };
}

/** A call that changes nothing has no words in the log: one entry says what was looked at. */
function helperOf(
  identity: Identity,
  visitor: Visitor,
  { module, action }: { module: string; action: string },
): Caller {
  const caller = callerOf(identity, visitor, { module: 'operator-help', action: HELPER_LOOKED });
  caller.operation.note(`${module}.${action}`);
  return caller;
}

/** A caller for a piece of work; `what` names its entry in the operation log. */
export function callerOf(
  identity: Identity,
  visitor: Visitor,
  what: { module: string; action: string } | null,
): Caller {
  const { origin } = visitor;
  const operation = new Operation(what, {
    tenantId: identity.tenantId,
    userId: personOf(identity),
    name: identity.name,
    address: origin.address,
    requestId: origin.requestId,
  });
  return { ...identity, origin, operation };
}

function passOf({ query }: FastifyRequest): string | null {
  const { pass } = query as { pass?: unknown };
  return typeof pass === 'string' && pass !== '' ? pass : null;
}

/** What a pass is good for: one address, whatever stands behind its question mark. */
const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!;

function merged(request: FastifyRequest): object {
  const body = request.body;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new Failure('invalidInput');
  if (!isShallow(body)) throw new Failure('invalidInput', 'body: nested too deeply');
  return { ...(request.query as object), ...(body as object | undefined), ...(request.params as object) };
}

function parse(schema: z.ZodType, raw: unknown): unknown {
  const result = schema.safeParse(raw);
  if (result.success) {
    if (!isStorable(result.data)) throw new Failure('invalidInput', 'text: no such character');
    return result.data;
  }
  // Which field and which rule; never the value, which may be a secret.
  const issue = result.error.issues[0];
  throw new Failure('invalidInput', issue ? `${issue.path.join('.')}: ${issue.message}` : '');
}

function refuse(world: HttpWorld, request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const failure = explained(world, request, thrown);
  reply.header('x-request-id', request.id).code(failureRow(failure.name).http ?? 200);
  return reply.type(JSON_TYPE).send(JSON.stringify(failed(failure.name, failure.detail)));
}

/** What was thrown as a refusal; a bug is logged on the way. */
function explained(world: HttpWorld, request: FastifyRequest, thrown: unknown): Failure {
  const failure = thrown instanceof Failure ? thrown : new Failure(fromOthers(thrown) ?? 'unexpected');
  const where = { requestId: request.id, route: request.routeOptions.url };
  if (failure.name === 'storageFull') world.storage?.noted();
  if (hasLeft(request)) world.log.debug(where, 'the caller left');
  else if (failure.name === 'unexpected') world.log.error({ err: thrown, ...where }, 'bug');
  return failure;
}

/** Whoever goes away in the middle of a request is no bug of ours. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** What the disk, and Fastify (malformed JSON, too large a body), complain of, in our words. */
function fromOthers(thrown: unknown): FailureName | null {
  if (isDiskFull(thrown)) return 'storageFull';
  const status = (thrown as { statusCode?: number }).statusCode;
  if (status === 413) return 'tooLarge';
  if (status === 503) return 'unavailable';
  if (status === 429) return 'tooManyRequests';
  return status && status >= 400 && status < 500 ? 'invalidInput' : null;
}
