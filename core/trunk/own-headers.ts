import { isToken } from '#core/telephony/header-text.ts';

/** Headers that a call's own signalling writes: a second one of these would break it, or say another thing. */
const OWN_HEADERS = new Set([
  'accept',
  'allow',
  'authorization',
  'call-id',
  'contact',
  'content-length',
  'content-type',
  'cseq',
  'diversion',
  'from',
  'max-forwards',
  'min-se',
  'p-asserted-identity',
  'p-preferred-identity',
  'privacy',
  'proxy-authorization',
  'proxy-require',
  'rack',
  'record-route',
  'require',
  'route',
  'rseq',
  'session-expires',
  'supported',
  'to',
  'user-agent',
  'via',
  // Their short names.
  'b',
  'c',
  'd',
  'f',
  'i',
  'k',
  'l',
  'm',
  't',
  'v',
  'x',
]);

/** Somebody may add a header of this name to every call of a trunk. */
export const mayAddHeader = (name: string): boolean => isToken(name) && !OWN_HEADERS.has(name.toLowerCase());
