import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import { headerSafe } from '#core/telephony/header-text.ts';
import { CallHeader } from '#shared/call-headers.ts';
import type { IsOurHost } from './our-hosts.ts';
import type { EdgePhone } from './phone.ts';
import { SDP } from './sdp.ts';
import { ALLOW, type SipLimits } from './sip-constants.ts';
import { decoded, readNameAddr, splitList } from './sip-text.ts';

interface Refusal {
  status: number;
  headers?: readonly string[];
  /** What the product's log should say of it. */
  suspicious?: 'unauthenticated' | 'forgedIdentity' | 'unregisteredCall' | 'guestElsewhere';
}

/** Headers by which a caller may say who he is. */
const IDENTITY_HEADERS = ['p-asserted-identity', 'p-preferred-identity', 'remote-party-id'];
const HEADER_NAMES = new Map(Object.values(CallHeader).map((name) => [name.toLowerCase(), name as string]));
const MAX_NUMBER_CHARS = 64;
const NOT_ALLOWED: Refusal = { status: 405, headers: [ALLOW] };

/** Why a well-formed request goes no further, or how it is answered right here; null when it may pass. `phone` is who signed in on its socket. */
export function whyNotServe(
  message: IncomingRequestMessage,
  phone: EdgePhone | null,
  isOurs: IsOurHost,
  limits: SipLimits,
): Refusal | null {
  const { method } = message;
  const isFirst = message.toTag === undefined;
  if (method === 'OPTIONS' && isFirst) return { status: 200, headers: [ALLOW, `Accept: ${SDP}`] };
  if (!phone)
    return method === 'ACK' || method === 'CANCEL' ? { status: 481 } : { status: 403, suspicious: 'unauthenticated' };
  if (hasForeignIdentity(message, phone.account, isOurs)) return { status: 403, suspicious: 'forgedIdentity' };
  if (message.ruri!.scheme !== 'sip') return { status: 416 };
  const required = method === 'ACK' || method === 'CANCEL' ? [] : requiredBy(message);
  if (required.length) return { status: 420, headers: [`Unsupported: ${required.join(', ')}`] };
  // Whatever ends a call is still served.
  if (
    (method === 'INVITE' || method === 'INFO' || method === 'REFER') &&
    phone.transactions >= limits.transactionsPerPhone
  )
    return { status: 503 };
  switch (method) {
    case 'SUBSCRIBE':
    case 'NOTIFY':
      return { status: 489 };
    case 'MESSAGE':
    case 'PUBLISH':
    case 'UPDATE':
      return NOT_ALLOWED;
    case 'PRACK':
      // We send nothing reliably that could be acknowledged so.
      return { status: 481 };
    case 'REFER':
      // Whom a guest talks to is not the guest's to choose.
      return isFirst || phone.isGuest ? NOT_ALLOWED : null;
    case 'INVITE':
      if (!isFirst) return null;
      return phone.mayCall
        ? whyNotCall(message, phone, isOurs, limits)
        : { status: 403, suspicious: 'unregisteredCall' };
    default:
      return null;
  }
}

function whyNotCall(
  message: IncomingRequestMessage,
  phone: EdgePhone,
  isOurs: IsOurHost,
  limits: SipLimits,
): Refusal | null {
  const { host, user } = message.ruri!;
  // We carry calls within this exchange, to nobody else's.
  if (!isOurs(host)) return { status: 404 };
  const to = user ? decoded(user) : null;
  if (!to || to.length > MAX_NUMBER_CHARS || to !== headerSafe(to)) return { status: 484 };
  if (!message.body) return { status: 488 };
  if (message.headers['Content-Type']?.[0]?.parsed !== SDP) return { status: 415, headers: [`Accept: ${SDP}`] };
  const most = phone.rtpSource === null ? limits.callsPerPhone : limits.callsPerDeskPhone;
  return phone.calls.size >= most ? { status: 486 } : null;
}

const requiredBy = (message: IncomingRequestMessage): string[] =>
  [...message.getHeaders('require'), ...message.getHeaders('proxy-require')]
    .flatMap((line) => splitList(line) ?? [line])
    .filter((tag) => tag !== 'outbound');

/** A phone may speak for its own account only, whatever header it says so in. */
function hasForeignIdentity(message: IncomingRequestMessage, account: string, isOurs: IsOurHost): boolean {
  const isOwn = (user: string | undefined, host: string): boolean => decoded(user ?? '') === account && isOurs(host);
  if (!isOwn(message.from.uri.user, message.from.uri.host)) return true;
  return IDENTITY_HEADERS.flatMap((name) => message.getHeaders(name)).some((line) => {
    const claimed = splitList(line)?.map(readNameAddr);
    return !claimed?.every((claim) => claim && isOwn(claim.uri.user, claim.uri.host));
  });
}

/** The headers of our own, by the names `shared/call-headers.ts` gives them. */
export function ownHeaders(message: IncomingRequestMessage): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, values] of Object.entries(message.headers)) {
    if (name.startsWith('X-') && values[0])
      found[HEADER_NAMES.get(name.toLowerCase()) ?? name] = headerSafe(values[0].raw);
  }
  return found;
}
