import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import { decoded, headerSafe, quoteSafe, readNameAddr, splitList } from '../embedded/sip/sip-text.ts';

/** How a carrier wants numbers written. */
export interface NumberStyle {
  /** `plus`: +4930123456; `digits`: 4930123456; `asGiven`: as it comes. */
  form: 'plus' | 'digits' | 'asGiven';
  /** Cut off in front first, where it stands there; then put in front. */
  cut?: string;
  prefix?: string;
}

/** Where a carrier wants the caller's number. */
export interface CallerIdRules {
  /** In From: the number, or the name of the account where the carrier checks it. */
  from: 'number' | 'account';
  /** Besides: P-Asserted-Identity, P-Preferred-Identity, or nowhere. */
  vouched: 'asserted' | 'preferred' | 'nowhere';
  /** The host behind the number, where it is not the carrier's domain. */
  host?: string;
}

export const DEFAULT_CALLER_ID: CallerIdRules = { from: 'number', vouched: 'asserted' };
export const ANONYMOUS = 'anonymous';
const MAX_NUMBER_CHARS = 64;

export function styledNumber(number: string, { form, cut = '', prefix = '' }: NumberStyle): string {
  const bare = cut && number.startsWith(cut) ? number.slice(cut.length) : number;
  const digits = bare.replace(/[^\d*#]/g, '');
  // What is no number (an account, a name) stays what it is.
  if (!digits || /[A-Za-z]/.test(bare)) return prefix + bare;
  return prefix + (form === 'plus' ? `+${digits}` : form === 'digits' ? digits : bare);
}

export interface SaidIdentity {
  user: string;
  host: string;
  name: string;
  headers: string[];
}

/** What From says, and which headers say the rest. Without a number the caller stays unknown to all but the carrier. */
export function identityOf(
  number: string,
  { rules, account, host }: { rules: CallerIdRules; account: string | null; host: string },
): SaidIdentity {
  const isHidden = number === '' || number === ANONYMOUS;
  const vouchedFor = isHidden ? account : number;
  const header = { asserted: 'P-Asserted-Identity', preferred: 'P-Preferred-Identity', nowhere: null }[rules.vouched];
  const vouched = header && vouchedFor ? [`${header}: <sip:${uriUser(vouchedFor)}@${host}>`] : [];
  if (isHidden)
    return { user: ANONYMOUS, host: 'anonymous.invalid', name: 'Anonymous', headers: [...vouched, 'Privacy: id'] };
  return { user: uriUser(rules.from === 'account' ? (account ?? number) : number), host, name: '', headers: vouched };
}

/** Fit for the user part of an address. */
export const uriUser = (text: string): string =>
  encodeURIComponent(headerSafe(text, MAX_NUMBER_CHARS)).replaceAll('%2B', '+');

export interface HeardCaller {
  /** `anonymous` where the caller does not want to be known. */
  number: string;
  name: string;
}

/** Who calls: by the identity the network vouches for, else as the caller said. */
export function callerOf(message: IncomingRequestMessage): HeardCaller {
  const vouched = numberIn(message.getHeader('p-asserted-identity')) ?? numberIn(message.getHeader('remote-party-id'));
  const { from } = message;
  const said = decoded(from.uri.user ?? '') ?? '';
  const isPrivate =
    /\b(?:id|user|header)\b/i.test(message.getHeader('privacy') ?? '') ||
    /privacy=(?:full|uri)/i.test(message.getHeader('remote-party-id') ?? '') ||
    /^anonymous/i.test(`${said}@${from.uri.host}`) ||
    (from.uri.host.endsWith('.invalid') && from.uri.host !== 'tel.invalid');
  if (isPrivate) return { number: ANONYMOUS, name: '' };
  const number = headerSafe(vouched ?? said, MAX_NUMBER_CHARS);
  return { number: number || ANONYMOUS, name: quoteSafe(from.displayName ?? '') };
}

/** Which number was dialled. Our own contact names nobody: then To, or the network, knows. */
export function dialledIn(message: IncomingRequestMessage, contactName: string | null): string {
  const called = numberIn(message.getHeader('p-called-party-id'));
  const asked = message.ruri?.user;
  const dialled = called ?? decoded((asked && asked !== contactName ? asked : message.to.uri.user) ?? '') ?? '';
  return headerSafe(dialled.split(';', 1)[0]!, MAX_NUMBER_CHARS);
}

/** The reason of the network (Q.850) in a Reason header; null where it says none. */
export function q850In(message: { getHeaders(name: string): string[] } | null): number | null {
  for (const line of message?.getHeaders('reason') ?? []) {
    const cause = Number(/\bQ\.850[^,]*?;\s*cause\s*=\s*(\d{1,3})(?!\d)/i.exec(line)?.[1] ?? 0);
    if (cause > 0) return cause;
  }
  return null;
}

function numberIn(header: string | undefined): string | undefined {
  const first = header === undefined ? undefined : splitList(header)?.[0];
  if (first === undefined) return undefined;
  const tel = /^(?:[^<]*<)?\s*tel:([^;>\s]+)/i.exec(first)?.[1];
  const user = tel ?? readNameAddr(first)?.uri.user;
  return (user && decoded(user)) || undefined;
}
