import { headerSafe } from '#core/telephony/header-text.ts';
import type { NetworkWord } from '#core/telephony/network-word.ts';
import { ANONYMOUS, identityOf, uriUser, type CallerIdRules, type ShownIdentity } from './caller-id.ts';
import { readIncomingNumber, styledNumber, type IncomingStyle, type NumberStyle } from './number-style.ts';
import { mayAddHeader } from './own-headers.ts';

/** What of a trunk's settings decides how calls are said and read. */
export interface CallWording {
  /** The carrier's name in addresses. */
  domain: string;
  account: { user: string } | null;
  callerId: CallerIdRules;
  calledNumber: NumberStyle;
  shownNumber: NumberStyle;
  /** Numbers of calls that come in: whom they called, and who calls. */
  dialledNumber: IncomingStyle;
  callerNumber: IncomingStyle;
  /** Headers of every call, as some carriers ask: tokens, prefixes for billing. */
  headers: Readonly<Record<string, string>>;
}

export interface CallEnds {
  from: string;
  to: string;
}

/** A call as it leaves: whom it asks for, who From says calls, and the headers that say the rest. */
export interface WrittenCall {
  called: { user: string; host: string };
  from: Omit<ShownIdentity, 'headers'>;
  headers: string[];
}

export function sayCall(wording: CallWording, { from, to }: CallEnds): WrittenCall {
  const { domain, account, callerId, calledNumber, shownNumber, headers } = wording;
  const { headers: identity, ...shown } = identityOf(
    from && from !== ANONYMOUS ? styledNumber(from, shownNumber) : ANONYMOUS,
    { rules: callerId, account: account?.user ?? null, host: callerId.host || domain },
  );
  const own = Object.entries(headers)
    .filter(([name]) => mayAddHeader(name))
    .map(([name, value]) => `${name}: ${headerSafe(value)}`);
  return {
    called: { user: uriUser(styledNumber(to, calledNumber)), host: domain },
    from: shown,
    headers: [...identity, ...own],
  };
}

/** Whom a caller from outside reached, and who they are, in numbers of ours. */
export const readCall = (
  { dialledNumber, callerNumber }: Pick<CallWording, 'dialledNumber' | 'callerNumber'>,
  { from, to }: CallEnds,
): CallEnds => ({
  from: from === ANONYMOUS ? from : readIncomingNumber(from, callerNumber),
  to: readIncomingNumber(to, dialledNumber),
});

/** What the network says of a call, with a number of ours; null where it says nothing. Forwarded numbers are written as callers' are. */
export const readWord = (
  { callerNumber }: Pick<CallWording, 'callerNumber'>,
  { attestation, divertedFrom, divertedBecause }: NetworkWord,
): NetworkWord | null =>
  attestation === null && divertedFrom === null
    ? null
    : {
        attestation,
        divertedFrom: divertedFrom && readIncomingNumber(divertedFrom, callerNumber),
        ...(divertedFrom && divertedBecause && { divertedBecause }),
      };

/** The lines a call with these ends would leave with, as far as the settings decide them. */
export function previewCall(wording: CallWording, ends: CallEnds): string[] {
  const { called, from, headers } = sayCall(wording, ends);
  const target = `sip:${called.user}@${called.host}`;
  const name = from.name ? `"${from.name}" ` : '';
  return [`INVITE ${target} SIP/2.0`, `From: ${name}<sip:${from.user}@${from.host}>`, `To: <${target}>`, ...headers];
}
