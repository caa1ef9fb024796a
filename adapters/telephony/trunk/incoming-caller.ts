import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import { headerSafe, quoteSafe } from '#core/telephony/header-text.ts';
import { ANONYMOUS, MAX_NUMBER_CHARS } from '#core/trunk/caller-id.ts';
import { decoded, readNameAddr, splitList } from '../embedded/sip/sip-text.ts';

export interface IncomingCaller {
  /** `anonymous` where the caller does not want to be known. */
  number: string;
  name: string;
}

/** Who calls: by the identity the network vouches for, else as the caller said. */
export function callerOf(message: IncomingRequestMessage): IncomingCaller {
  const vouched = numberIn(message.getHeader('p-asserted-identity')) ?? numberIn(message.getHeader('remote-party-id'));
  const { from } = message;
  const claimedNumber = withoutParameters(decoded(from.uri.user ?? '') ?? '');
  const isPrivate =
    /\b(?:id|user|header)\b/i.test(message.getHeader('privacy') ?? '') ||
    /privacy=(?:full|uri)/i.test(message.getHeader('remote-party-id') ?? '') ||
    /^anonymous/i.test(`${claimedNumber}@${from.uri.host}`) ||
    (from.uri.host.endsWith('.invalid') && from.uri.host !== 'tel.invalid');
  if (isPrivate) return { number: ANONYMOUS, name: '' };
  const number = headerSafe(vouched ?? claimedNumber, MAX_NUMBER_CHARS);
  return { number: number || ANONYMOUS, name: quoteSafe(from.displayName ?? '') };
}

/** Which number was dialled. Our own contact names nobody: then To, or the network, knows. */
export function dialledIn(message: IncomingRequestMessage, contactName: string | null): string {
  const called = numberIn(message.getHeader('p-called-party-id'));
  const asked = message.ruri?.user;
  const dialled = called ?? decoded((asked && asked !== contactName ? asked : message.to.uri.user) ?? '') ?? '';
  return headerSafe(withoutParameters(dialled), MAX_NUMBER_CHARS);
}

/** The reason of the network (Q.850) in a Reason header; null where it says none. */
export function q850In(message: { getHeaders(name: string): string[] } | null): number | null {
  for (const line of message?.getHeaders('reason') ?? []) {
    const cause = Number(/\bQ\.850[^,]*?;\s*cause\s*=\s*(\d{1,3})(?!\d)/i.exec(line)?.[1] ?? 0);
    if (cause > 0) return cause;
  }
  return null;
}

/** The number of the first address in a header; undefined where there is none. */
export function numberIn(header: string | undefined): string | undefined {
  const first = header === undefined ? undefined : splitList(header)?.[0];
  if (first === undefined) return undefined;
  const tel = /^(?:[^<]*<)?\s*tel:([^;>\s]+)/i.exec(first)?.[1];
  const user = tel ?? readNameAddr(first)?.uri.user;
  return withoutParameters((user && decoded(user)) || '') || undefined;
}

/** A number in an address may carry parameters of its own (RFC 3966): what the network thinks of it, whose it is. */
const withoutParameters = (number: string): string => number.split(';', 1)[0]!;
