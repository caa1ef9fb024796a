import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import { headerSafe } from '#core/telephony/header-text.ts';
import type { NetworkWord } from '#core/telephony/network-word.ts';
import { MAX_NUMBER_CHARS } from '#core/trunk/caller-id.ts';
import { attestationOf, levelHeaders } from '#core/trunk/heard-attestation.ts';
import { decoded, splitList } from '../embedded/sip/sip-text.ts';
import { numberIn } from './heard-identity.ts';

/** What the network says of a call beside its two numbers, the number as it is written there. */
export const networkWordOf = (message: IncomingRequestMessage): NetworkWord => ({
  attestation: attestationOf({
    identities: [message.getHeader('p-asserted-identity'), message.getHeader('from')],
    levels: levelHeaders.map((name) => message.getHeader(name)),
    claims: [...message.getHeaders('identity'), ...message.getHeaders('y')].flatMap(claimIn),
  }),
  divertedFrom: firstDialled(message),
});

/** The claim of a PASSporT in its full form: head, claim and signature. */
function claimIn(identity: string): string[] {
  const [, claim, signature] = identity.split(';', 1)[0]!.trim().split('.');
  return claim && signature !== undefined ? [Buffer.from(claim, 'base64url').toString('utf8')] : [];
}

/** Why a network sent a call elsewhere, as a parameter (RFC 4458) or a reason; without one a number was only written another way. */
const FORWARDED = /;\s*cause\s*=\s*(?:302|404|408|480|486|487|503)(?!\d)/i;
const HIDDEN = /;\s*privacy\s*=\s*"?(?:full|uri)\b/i;

/** The number that was dialled first, where the call was forwarded since and nobody wants that hidden. */
function firstDialled(message: IncomingRequestMessage): string | null {
  const listed = (name: string): string[] => message.getHeaders(name).flatMap((line) => splitList(line) ?? []);
  // Who forwarded last stands first (RFC 5806); of the history (RFC 7044) the first entry is where it began.
  const diverting = listed('diversion').at(-1);
  if (diverting !== undefined) return HIDDEN.test(diverting) ? null : numberOf(diverting);
  const [origin, ...later] = listed('history-info');
  const isHidden =
    /\bhistory\b/i.test(message.getHeader('privacy') ?? '') || /[?&]privacy=[^>&]*history/i.test(origin ?? '');
  if (origin === undefined || later.length === 0 || isHidden) return null;
  return [origin, ...later].some((entry) => FORWARDED.test(decoded(entry) ?? entry)) ? numberOf(origin) : null;
}

/** Names and words are no numbers. */
function numberOf(entry: string): string | null {
  const number = headerSafe(numberIn(entry) ?? '', MAX_NUMBER_CHARS);
  return /^\+?[\d\s().\-/*#]*\d[\d\s().\-/*#]*$/.test(number) ? number : null;
}
