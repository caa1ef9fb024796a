import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#shared/errors.ts';

/** What every answer carries. Pages add their own content policy with a nonce. */
export function securityHeaders(reply: FastifyReply): void {
  const raw = reply.raw;
  raw.setHeader('x-content-type-options', 'nosniff');
  raw.setHeader('x-frame-options', 'DENY');
  raw.setHeader('referrer-policy', 'same-origin');
  raw.setHeader('cross-origin-opener-policy', 'same-origin');
  raw.setHeader('cross-origin-resource-policy', 'same-origin');
  raw.setHeader('cache-control', 'no-store');
}

/** The policy of our pages: everything from ourselves, styles with this answer's nonce. */
export const pagePolicy = (nonce: string, assetHost = ''): string => {
  const self = assetHost ? `'self' ${assetHost}` : "'self'";
  return [
    "default-src 'none'",
    `script-src ${self}`,
    `style-src ${self} 'nonce-${nonce}'`,
    `font-src ${self}`,
    `img-src ${self} data: blob:`,
    "media-src 'self' blob:",
    "connect-src 'self' ws: wss:",
    `worker-src ${self} blob:`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** A browser on another site must not act with our users' rights; one on the list may, and is told so. */
export function checkOrigin(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): void {
  const { origin, host } = request.headers;
  if (!origin) return;
  if (!isOurs(origin, host, allowed)) throw new Failure('notAllowed');
  if (!allowed.includes(origin)) return;
  reply.raw.setHeader('access-control-allow-origin', origin);
  reply.raw.setHeader('access-control-allow-headers', 'authorization, content-type');
  reply.raw.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
  reply.raw.setHeader('vary', 'origin');
}

export function isOurs(origin: string, host: string | undefined, allowed: readonly string[]): boolean {
  if (allowed.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** Asked here, by this machine's own name. A proxy on this machine also comes from loopback: what it passes on does not count. */
export function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const isNamedSo = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '');
  return isNamedSo && LOOPBACK.includes(raw.socket.remoteAddress ?? '') && !PASSED_ON.some((name) => name in headers);
}

/** Whether the request carries this token; takes as long for a nearly right one. */
export function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));
}
