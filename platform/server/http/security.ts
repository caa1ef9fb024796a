import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#shared/errors.ts';
import { PASSED_ON_HEADER } from '../homes/passed-on.ts';

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** A browser that came by https once comes by nothing else for half a year. */
const BY_HTTPS = { ...ALWAYS, 'strict-transport-security': 'max-age=15552000' };

/** Under which name a reply keeps its headers; null where Fastify names it otherwise. */
let headersName: symbol | null | undefined;

/** What every answer carries. Pages add their own content policy with a nonce. Nothing else has set a header before. */
export function securityHeaders(reply: FastifyReply): void {
  const headers = reply.request?.protocol === 'https' ? BY_HTTPS : ALWAYS;
  headersName ??= Object.getOwnPropertySymbols(reply).find((name) => name.description === HEADERS_NAME) ?? null;
  // All at once: one by one they cost as much as looking up who asks.
  if (headersName) (reply as unknown as Record<symbol, object>)[headersName] = { ...headers };
  else reply.headers(headers);
}

const HEADERS_NAME = 'fastify.reply.headers';

interface PolicyWishes {
  nonce: string;
  /** This server as the page names it, `https://host:port`. */
  site: string;
  /** Where else the page may open sockets, `wss://host:port`. */
  sockets?: readonly string[];
  assetHost?: string;
  /** Sites that may show the page in a frame. */
  framedBy?: readonly string[];
}

/** The policy of our pages: everything from ourselves, our own sockets included, and styles with this answer's nonce. */
export const pagePolicy = ({ nonce, site, sockets = [], assetHost = '', framedBy = [] }: PolicyWishes): string => {
  const self = assetHost ? `'self' ${assetHost}` : "'self'";
  return [
    "default-src 'none'",
    `script-src ${self}`,
    `style-src ${self} 'nonce-${nonce}'`,
    `font-src ${self}`,
    `img-src ${self} data: blob:`,
    "media-src 'self' blob:",
    ['connect-src', "'self'", socketsOf(site), ...sockets].filter(Boolean).join(' '),
    `worker-src ${self} blob:`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy.join(' ') || "'none'"}`,
  ].join('; ');
};

/** Not every browser counts sockets of the same host among 'self'. A name that could say more than a host says nothing. */
const socketsOf = (site: string): string =>
  /^https?:\/\/[\w.-]+(:\d+)?$|^https?:\/\/\[[\da-f:]+\](:\d+)?$/i.test(site) ? site.replace(/^http/, 'ws') : '';

/** A browser on another site must not act with our users' rights; one on the list may, and is told so. */
export function checkOrigin(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): void {
  const { origin, host } = request.headers;
  if (!origin) return;
  if (!isOurs(origin, host, allowed)) throw new Failure('notAllowed');
  if (!allowed.includes(origin)) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    vary: 'origin',
  });
}

export function isOurs(origin: string, host: string | undefined, allowed: readonly string[]): boolean {
  if (origin === `https://${host}` || origin === `http://${host}` || allowed.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via', PASSED_ON_HEADER];

/** Asked here, by this machine's own name. A proxy on this machine, or another process of ours, also comes from loopback: what it passes on does not count. */
export function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const isNamedSo = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '');
  return isNamedSo && LOOPBACK.includes(raw.socket.remoteAddress ?? '') && !PASSED_ON.some((name) => name in headers);
}

/** Whether the request carries this token; takes as long for a nearly right one. */
export function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}
