import { NameAddrHeader } from 'sip.js/lib/grammar/name-addr-header.js';
import { URI } from 'sip.js/lib/grammar/uri.js';
import { isToken } from '#core/telephony/header-text.ts';

/**
 * The pieces of SIP's grammar a phone may send us, read in one pass. (The grammar that comes with the library takes
 * milliseconds a message, which the thread that also carries sound cannot give.)
 */

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.\-_]*[A-Za-z0-9])?\.?|\[[0-9A-Fa-f:.]+\])$/;
const USER = /^(?:[A-Za-z0-9\-_.!~*'()&=+$,;?/#]|%[0-9A-Fa-f]{2})+$/;
const MAX_PARTS = 50;

/** Null when it is not an address we can use: another scheme, a broken escape, no host. */
export function readUri(text: string): URI | null {
  const colon = text.indexOf(':');
  const scheme = text.slice(0, colon).toLowerCase();
  if (colon < 1 || (scheme !== 'sip' && scheme !== 'sips')) return null;
  let rest = text.slice(colon + 1);
  // A user part may hold a question mark; the one that starts the headers comes behind it.
  const question = rest.indexOf('?', rest.indexOf('@') + 1);
  const headers = question < 0 ? {} : readPairs(rest.slice(question + 1), '&');
  if (question >= 0) rest = rest.slice(0, question);
  const at = rest.indexOf('@');
  let user: string | undefined;
  if (at >= 0) {
    user = rest.slice(0, at).split(':', 1)[0]!;
    rest = rest.slice(at + 1);
    if (!USER.test(user) || decoded(user) === null) return null;
  }
  const semicolon = rest.indexOf(';');
  const parameters = semicolon < 0 ? {} : readPairs(rest.slice(semicolon + 1), ';');
  const hostPort = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(semicolon < 0 ? rest : rest.slice(0, semicolon));
  if (!hostPort || !headers || !parameters || !HOST.test(hostPort[1]!)) return null;
  const port = hostPort[2] === undefined ? undefined : Number(hostPort[2]);
  if (port !== undefined && port > 65_535) return null;
  // The library's types want a user; it treats an absent one as none.
  return new URI(scheme, user as string, hostPort[1]!, port, parameters as Record<string, string>, headers as never);
}

/** `"Name" <sip:…>;tag=…` or the bare address; null when it cannot be read. */
export function readNameAddr(text: string): NameAddrHeader | null {
  let at = 0;
  let name = '';
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  if (text[at] === '"') {
    const end = endOfQuoted(text, at);
    if (end < 0) return null;
    name = text.slice(at + 1, end).replace(/\\(.)/g, '$1');
    at = end + 1;
  }
  const open = text.indexOf('<', at);
  let inside: string;
  let after: string;
  if (open >= 0) {
    const between = text.slice(at, open).trim();
    if (name ? between : between && !between.split(/[ \t]+/).every(isToken)) return null;
    name ||= between;
    const close = text.indexOf('>', open);
    if (close < 0) return null;
    inside = text.slice(open + 1, close);
    after = text.slice(close + 1).trim();
    if (after && !after.startsWith(';')) return null;
  } else {
    if (name) return null;
    // Without brackets every parameter belongs to the header, and a question mark is not allowed.
    const semicolon = text.indexOf(';', at);
    inside = (semicolon < 0 ? text.slice(at) : text.slice(at, semicolon)).trim();
    after = semicolon < 0 ? '' : text.slice(semicolon);
    if (/[?,]/.test(inside)) return null;
  }
  const uri = readUri(inside);
  const parameters = after ? readPairs(after.slice(1), ';') : {};
  return uri && parameters ? new NameAddrHeader(uri, name, parameters as Record<string, string>) : null;
}

/** Splits at commas that are neither quoted nor inside brackets; null when a quote or bracket never ends. */
export function splitList(text: string): string[] | null {
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const letter = text[at];
    if (letter === '"') at = endOfQuoted(text, at);
    else if (letter === '<') at = text.indexOf('>', at);
    else if (letter === ',') {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
    if (at < 0 || parts.length > MAX_PARTS) return null;
    at += 1;
  }
  parts.push(text.slice(start).trim());
  return parts.some((part) => !part) ? null : parts;
}

/** `a=1;b;c="x;y"`: names in lower case; a name without value gives null. Null when malformed or a name comes twice. */
export function readPairs(text: string, separator: ';' | '&' | ','): Record<string, string | null> | null {
  const pairs: Record<string, string | null> = {};
  let at = 0;
  let count = 0;
  while (at <= text.length) {
    let end = at;
    while (end < text.length && text[end] !== separator) {
      if (text[end] === '"') {
        end = endOfQuoted(text, end);
        if (end < 0) return null;
      }
      end += 1;
    }
    const part = text.slice(at, end).trim();
    at = end + 1;
    if (!part) {
      if (text.trim()) return null;
      break;
    }
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    const value = equals < 0 ? null : part.slice(equals + 1).trim();
    count += 1;
    if (!isToken(name) || name.includes('__') || Object.hasOwn(pairs, name) || count > MAX_PARTS) return null;
    pairs[name] = value;
  }
  return pairs;
}

/** Without its quotes, when it has some. */
export const unquoted = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;

/** Percent escapes undone; null when one is broken. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}
