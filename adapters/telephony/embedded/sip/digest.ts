import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { MAX_NONCES_IN_USE, NONCE_LIFETIME_MS } from './sip-constants.ts';
import { readPairs, unquoted } from './sip-text.ts';

/** What a phone proves itself with (RFC 2617, MD5 with qop=auth: what SIP.js speaks). */
export interface Credentials {
  username: string;
  realm: string;
  nonce: string;
  uri: string;
  response: string;
  cnonce: string;
  nc: number;
}

export interface Nonces {
  /** For whoever comes from this address, where addresses can be forged: nobody else can use it. */
  issue(to?: string): string;
  /** Ours, and not run out. */
  state(nonce: string, to?: string): 'fresh' | 'stale' | 'unknown';
  /** False when this count, or a later one, was already used with this nonce. */
  use(nonce: string, count: number): boolean;
  readonly inUse: number;
}

/** Nonces are signed, so only those that let somebody in must be remembered. */
export function openNonces(clock: { nowMs(): number }, random: (bytes: number) => Buffer): Nonces {
  const key = random(32);
  const counts = new Map<string, number>();
  const signed = (body: string): string => createHmac('sha256', key).update(body).digest('hex').slice(0, 32);
  return {
    issue(to = '') {
      const body = `${clock.nowMs().toString(36)}-${random(8).toString('hex')}`;
      return `${body}-${signed(`${body}${to}`)}`;
    },
    state(nonce, to = '') {
      const [issued, salt, signature, ...rest] = nonce.split('-');
      if (!issued || !salt || !signature || rest.length || !isSame(signature, signed(`${issued}-${salt}${to}`)))
        return 'unknown';
      return clock.nowMs() - Number.parseInt(issued, 36) > NONCE_LIFETIME_MS ? 'stale' : 'fresh';
    },
    use(nonce, count) {
      const last = counts.get(nonce) ?? 0;
      if (count <= last) return false;
      counts.delete(nonce);
      counts.set(nonce, count);
      // The oldest would not be accepted any longer, or its owner is asked once more.
      for (const oldest of counts.keys()) {
        if (
          counts.size <= MAX_NONCES_IN_USE &&
          clock.nowMs() - Number.parseInt(oldest.split('-', 1)[0]!, 36) <= NONCE_LIFETIME_MS
        )
          break;
        counts.delete(oldest);
      }
      return true;
    },
    get inUse() {
      return counts.size;
    },
  };
}

/** Null when the header is not a digest we ask for. */
export function readCredentials(header: string): Credentials | null {
  if (!/^digest[ \t]/i.test(header)) return null;
  const pairs = readPairs(header.slice(7), ',');
  if (!pairs) return null;
  const value = (name: string): string => unquoted(pairs[name] ?? '');
  const nc = /^[0-9a-f]{8}$/i.test(value('nc')) ? Number.parseInt(value('nc'), 16) : 0;
  const found = {
    username: value('username'),
    realm: value('realm'),
    nonce: value('nonce'),
    uri: value('uri'),
    response: value('response').toLowerCase(),
    cnonce: value('cnonce'),
    nc,
  };
  const algorithm = value('algorithm');
  if (algorithm && algorithm.toUpperCase() !== 'MD5') return null;
  return value('qop').toLowerCase() === 'auth' &&
    nc > 0 &&
    found.username &&
    found.nonce &&
    found.uri &&
    found.cnonce &&
    /^[0-9a-f]{32}$/.test(found.response)
    ? found
    : null;
}

/** Whether the response was made with the password behind `ha1`. */
export function isProof(ha1: string, method: string, { nonce, nc, cnonce, uri, response }: Credentials): boolean {
  const expected = md5(`${ha1}:${nonce}:${nc.toString(16).padStart(8, '0')}:${cnonce}:auth:${md5(`${method}:${uri}`)}`);
  return isSame(expected, response);
}

export const challenge = (realm: string, nonce: string, stale: boolean): string =>
  `WWW-Authenticate: Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop="auth"${stale ? ', stale=true' : ''}`;

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
