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

/** A browser on another site must not act with our users' rights. */
export function refuseForeignOrigin(request: FastifyRequest, allowed: readonly string[]): void {
  const { origin } = request.headers;
  if (origin && !isOurs(origin, request.headers.host, allowed)) throw new Failure('notAllowed');
}

export function isOurs(origin: string, host: string | undefined, allowed: readonly string[]): boolean {
  if (allowed.includes(origin)) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}
