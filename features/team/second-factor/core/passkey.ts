/*
 * What a passkey says (WebAuthn level 2), read and checked as far as no key is needed. Rules:
 * 1. The browser tells for what, for which site and with which challenge it asked (6.1, client data): all must be ours.
 * 2. The authenticator signs for one domain, and with somebody who touched it (7.2, steps 15 and 16).
 * 3. Its counter only grows, where it counts: a copy of it is noticed (7.2, step 21).
 * Nobody vouches for the authenticator: people bring what they have (attestation `none`).
 */
export type PasskeyDeed = 'webauthn.create' | 'webauthn.get';

/** What was expected of an answer. `rpIdHash` is the SHA-256 of the domain. */
interface Expected {
  deed: PasskeyDeed;
  origin: string;
  rpIdHash: Uint8Array;
}

const TOUCHED = 0x01;
const HAS_CREDENTIAL = 0x40;
const COUNTER_AT = 33;
const ID_LENGTH_AT = 53;
const ID_AT = 55;

/** The challenge that was answered; null where it was another deed or another site (rule 1). */
export function challengeOf(clientData: string, { deed, origin }: Expected): string | null {
  let parsedData: { type?: unknown; origin?: unknown; challenge?: unknown; crossOrigin?: unknown } | null;
  try {
    parsedData = JSON.parse(clientData) as typeof parsedData;
  } catch {
    return null;
  }
  const isOurs = parsedData?.type === deed && parsedData.origin === origin && parsedData.crossOrigin !== true;
  return isOurs && typeof parsedData?.challenge === 'string' ? parsedData.challenge : null;
}

/** The counter of what was signed; null where it was for another domain, or nobody was there (rule 2). */
export function counterOf(authenticatorData: Uint8Array, { rpIdHash }: Pick<Expected, 'rpIdHash'>): number | null {
  if (authenticatorData.length < COUNTER_AT + 4) return null;
  const isOurs = rpIdHash.every((byte, at) => authenticatorData[at] === byte);
  if (!isOurs || (authenticatorData[32]! & TOUCHED) === 0) return null;
  return viewOf(authenticatorData).getUint32(COUNTER_AT);
}

/** The id of the key that was made; null where none was. */
export function credentialIdOf(authenticatorData: Uint8Array): Uint8Array | null {
  if (authenticatorData.length < ID_AT || (authenticatorData[32]! & HAS_CREDENTIAL) === 0) return null;
  const length = viewOf(authenticatorData).getUint16(ID_LENGTH_AT);
  const id = authenticatorData.subarray(ID_AT, ID_AT + length);
  return length > 0 && id.length === length ? id : null;
}

/** Rule 3: many authenticators do not count and say 0 always. */
export const isLater = (counter: number, before: number): boolean =>
  (counter === 0 && before === 0) || counter > before;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
