import { createHash, randomBytes } from 'node:crypto';
import type { IncomingResponseMessage } from 'sip.js/lib/core/index.js';
import { readPairs, splitList, unquoted } from '../embedded/sip/sip-text.ts';

/** What a carrier asks us to prove ourselves against (RFC 3261, section 22; RFC 8760). */
export interface DigestChallenge {
  algorithm: DigestAlgorithm;
  realm: string;
  nonce: string;
  opaque: string | null;
  /** Null where the carrier is older than the quality of protection. */
  qop: 'auth' | null;
  stale: boolean;
}

export type DigestAlgorithm = 'MD5' | 'SHA-256';
const HASHES: Readonly<Record<DigestAlgorithm, string>> = { MD5: 'md5', 'SHA-256': 'sha256' };

/** Null for what we cannot answer. */
export function readChallenge(header: string): DigestChallenge | null {
  if (!/^digest[ \t]/i.test(header)) return null;
  const pairs = readPairs(header.slice(7), ',');
  if (!pairs) return null;
  const value = (name: string): string => unquoted(pairs[name] ?? '');
  const algorithm = (value('algorithm') || 'MD5').toUpperCase();
  const qop = value('qop') ? (splitList(value('qop')) ?? []).map((one) => one.toLowerCase()) : null;
  if (!isKnown(algorithm) || !value('realm') || !value('nonce') || (qop && !qop.includes('auth'))) return null;
  return {
    algorithm,
    realm: value('realm'),
    nonce: value('nonce'),
    opaque: value('opaque') || null,
    qop: qop ? 'auth' : null,
    stale: value('stale').toLowerCase() === 'true',
  };
}

/** Of several the strongest we know; the library would take any. */
export function strongestChallenge(headers: readonly string[]): DigestChallenge | null {
  const known = headers.map(readChallenge).filter((challenge) => challenge !== null);
  return known.find(({ algorithm }) => algorithm === 'SHA-256') ?? known[0] ?? null;
}

/**
 * Leaves in a 401 or 407 the one challenge we answer, read, where the library looks for it. A challenge of another realm than
 * the one answered before is none of a wrong password (a proxy's, then the server's): the library goes on when it is called stale.
 */
export function prepareChallenge(message: IncomingResponseMessage, answeredRealm: string | undefined): void {
  const name = message.statusCode === 401 ? 'WWW-Authenticate' : 'Proxy-Authenticate';
  const challenge = strongestChallenge(message.getHeaders(name));
  delete message.headers[name];
  if (!challenge) return;
  const isOther = answeredRealm !== undefined && answeredRealm !== challenge.realm;
  message.headers[name] = [{ raw: '', parsed: { ...challenge, stale: challenge.stale || isOther } }];
}

export interface DigestAsked {
  method: string;
  uri: string;
}

/** The header's value that proves we know the password. */
export function digestAnswer(
  challenge: DigestChallenge,
  { user, password }: { user: string; password: string },
  { method, uri }: DigestAsked,
  cnonce = randomBytes(12).toString('hex'),
): string {
  const { algorithm, realm, nonce, opaque, qop } = challenge;
  const hash = (text: string): string => createHash(HASHES[algorithm]).update(text).digest('hex');
  const who = hash(`${user}:${realm}:${password}`);
  const what = hash(`${method}:${uri}`);
  const response = qop ? hash(`${who}:${nonce}:00000001:${cnonce}:${qop}:${what}`) : hash(`${who}:${nonce}:${what}`);
  return [
    `Digest username="${escaped(user)}"`,
    `realm="${escaped(realm)}"`,
    `nonce="${escaped(nonce)}"`,
    `uri="${uri}"`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(opaque === null ? [] : [`opaque="${escaped(opaque)}"`]),
    ...(qop ? [`qop=${qop}`, `cnonce="${cnonce}"`, 'nc=00000001'] : []),
  ].join(', ');
}

/** In the shape the library asks for; its own knows MD5 alone. */
export class DigestClient {
  /** Answered last. */
  realm: string | undefined;
  readonly #who: { user: string; password: string };
  #header = '';

  constructor(who: { user: string; password: string }) {
    this.#who = who;
  }

  authenticate(request: { method: string; ruri: { toRaw(): string } }, challenge: DigestChallenge): boolean {
    this.realm = challenge.realm;
    this.#header = digestAnswer(challenge, this.#who, { method: request.method, uri: request.ruri.toRaw() });
    return true;
  }

  toString(): string {
    return this.#header;
  }
}

const isKnown = (algorithm: string): algorithm is DigestAlgorithm => Object.hasOwn(HASHES, algorithm);
const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&');
