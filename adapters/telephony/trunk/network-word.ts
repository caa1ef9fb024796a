import type { IncomingRequestMessage } from 'sip.js/lib/core/index.js';
import { headerSafe } from '#core/telephony/header-text.ts';
import type { DiversionReason, NetworkWord } from '#core/telephony/network-word.ts';
import { MAX_NUMBER_CHARS } from '#core/trunk/caller-id.ts';
import { attestationOf, levelHeaders } from '#core/trunk/caller-attestation.ts';
import { decoded, splitList } from '../embedded/sip/sip-text.ts';
import { numberIn } from './incoming-caller.ts';

/** What the network says of a call beside its two numbers, the number as it is written there. */
export const networkWordOf = (message: IncomingRequestMessage): NetworkWord => ({
  attestation: attestationOf({
    identities: [message.getHeader('p-asserted-identity'), message.getHeader('from')],
    levels: levelHeaders.map((name) => message.getHeader(name)),
    claims: [...message.getHeaders('identity'), ...message.getHeaders('y')].flatMap(claimIn),
  }),
  ...firstDialled(message),
});

/** The claim of a PASSporT in its full form: head, claim and signature. */
function claimIn(identity: string): string[] {
  const [, claim, signature] = identity.split(';', 1)[0]!.trim().split('.');
  return claim && signature !== undefined ? [Buffer.from(claim, 'base64url').toString('utf8')] : [];
}

/** Why a network sent a call elsewhere, as a parameter (RFC 4458) or a reason; without one a number was only written another way. */
const FORWARDED = /;\s*cause\s*=\s*(302|404|408|480|486|487|503)(?!\d)/i;
const HIDDEN = /;\s*privacy\s*=\s*"?(?:full|uri)\b/i;
const REASON = /;\s*reason\s*=\s*"?([a-z-]{1,30})/i;

const ofCause: Readonly<Record<string, DiversionReason>> = {
  302: 'always',
  404: 'unreachable',
  408: 'noAnswer',
  480: 'byHand',
  486: 'busy',
  487: 'byHand',
  503: 'unreachable',
};
/** RFC 5806; what it does not know, and `unknown`, says nothing. */
const ofReason: Readonly<Record<string, DiversionReason>> = {
  unconditional: 'always',
  'time-of-day': 'always',
  'follow-me': 'always',
  'do-not-disturb': 'always',
  away: 'always',
  'user-busy': 'busy',
  'no-answer': 'noAnswer',
  unavailable: 'unreachable',
  'out-of-service': 'unreachable',
  deflection: 'byHand',
};

type Diverted = Pick<NetworkWord, 'divertedFrom' | 'divertedBecause'>;
const NOT_DIVERTED: Diverted = { divertedFrom: null };

/** The number that was dialled first and why the call left it, where it was forwarded since and nobody wants that hidden. */
function firstDialled(message: IncomingRequestMessage): Diverted {
  const listed = (name: string): string[] => message.getHeaders(name).flatMap((line) => splitList(line) ?? []);
  // Who forwarded last stands first (RFC 5806); of the history (RFC 7044) the first entry is where it began.
  const diverting = listed('diversion').at(-1);
  if (diverting !== undefined)
    return HIDDEN.test(diverting)
      ? NOT_DIVERTED
      : diverted(diverting, ofReason[REASON.exec(diverting)?.[1]?.toLowerCase() ?? '']);
  const [origin, ...later] = listed('history-info');
  const isHidden =
    /\bhistory\b/i.test(message.getHeader('privacy') ?? '') || /[?&]privacy=[^>&]*history/i.test(origin ?? '');
  if (origin === undefined || later.length === 0 || isHidden) return NOT_DIVERTED;
  const causes = [origin, ...later].flatMap((entry) => FORWARDED.exec(decoded(entry) ?? entry)?.[1] ?? []);
  return causes.length > 0 ? diverted(origin, ofCause[causes[0]!]) : NOT_DIVERTED;
}

function diverted(entry: string, because: DiversionReason | undefined): Diverted {
  const divertedFrom = numberOf(entry);
  return { divertedFrom, ...(divertedFrom !== null && because && { divertedBecause: because }) };
}

/** Names and words are no numbers. */
function numberOf(entry: string): string | null {
  const number = headerSafe(numberIn(entry) ?? '', MAX_NUMBER_CHARS);
  return /^\+?[\d\s().\-/*#]*\d[\d\s().\-/*#]*$/.test(number) ? number : null;
}
