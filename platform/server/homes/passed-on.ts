import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a process says of a request it hands on to the home of a tenant: nobody outside can, who has not read the home's pass. */
export const PASSED_ON_HEADER = 'x-openseat-passed-on';

/** As the process that took the request saw it. */
export interface PassedOn {
  /** Whom it came from. */
  address: string;
  /** This installation as the caller named it: `https://host:port`. */
  site: string;
}

const signed = (pass: string, words: string, { method, url }: Pick<IncomingMessage, 'method' | 'url'>): Buffer =>
  createHmac('sha256', pass).update(`${method} ${url} ${words}`).digest();

/** The header a request is handed on with. */
export function passedOnHeader(
  pass: string,
  request: Pick<IncomingMessage, 'method' | 'url'>,
  { address, site }: PassedOn,
): string {
  const words = Buffer.from(JSON.stringify({ address, site })).toString('base64url');
  return `${words}.${signed(pass, words, request).toString('base64url')}`;
}

/** Null for whatever did not come through another process of ours. */
export function passedOn(pass: string, request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): PassedOn | null {
  const header = request.headers[PASSED_ON_HEADER];
  const [words, signature] = typeof header === 'string' ? header.split('.') : [];
  if (!words || !signature) return null;
  const [given, right] = [Buffer.from(signature, 'base64url'), signed(pass, words, request)];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return JSON.parse(Buffer.from(words, 'base64url').toString()) as PassedOn;
}
