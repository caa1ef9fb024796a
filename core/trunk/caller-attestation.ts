import type { Attestation } from '#core/telephony/network-word.ts';

/** What of a call's headers says how sure the carriers are of its caller; each as it came. */
interface AttestingHeaders {
  /** P-Asserted-Identity, then From: the first that says something counts. */
  identities: readonly (string | undefined)[];
  /** Headers that hold the level alone. */
  levels: readonly (string | undefined)[];
  /** Claims of PASSporTs (RFC 8225) as JSON. Whoever made one may have lied: only our carrier knows. */
  claims: readonly string[];
}

/** Where carriers write the level alone. */
export const levelHeaders = [
  'P-Attestation-Indicator',
  'Attestation-Info',
  'X-Attestation-Info',
  'X-Attestation',
] as const;

const VERDICT = /^TN-Validation-(Passed|Failed)(?:-([ABC]))?$/i;
const NOT_LOOKED = /^No-TN-Validation$/i;

/**
 * How sure the carriers are of the caller, as ours says. Rules:
 * 1. Its verdict (`verstat`) decides. One that passed without a level is an A, unless a header or a claim says less: so carriers
 *    write it who have no other word for it.
 * 2. Without a verdict a header with the level counts.
 * 3. A claim alone counts nothing: nobody says that its signature was looked at.
 */
export function attestationOf({ identities, levels, claims }: AttestingHeaders): Attestation | null {
  const verdict = identities.map(verstatIn).find((word) => word !== null) ?? null;
  const level = levels.map(levelIn).find((word) => word !== null) ?? null;
  if (verdict === null) return level;
  const [, result, own] = VERDICT.exec(verdict) ?? [];
  if (result === undefined) return null;
  if (result.toLowerCase() === 'failed') return 'failed';
  return levelIn(own) ?? level ?? claims.map(claimedIn).find((word) => word !== null) ?? 'A';
}

/** A word we know behind `verstat=`. Names are the caller's own choice: what stands in one counts nothing. */
function verstatIn(header: string | undefined): string | null {
  if (header === undefined) return null;
  const unquoted = header.replace(/"(?:[^"\\]|\\.?)*(?:"|$)/g, '');
  const address = unquoted.slice(Math.max(0, unquoted.indexOf('<')));
  const word = /;\s*verstat\s*=\s*([\w-]{1,40})/i.exec(address)?.[1];
  return word && (VERDICT.test(word) || NOT_LOOKED.test(word)) ? word : null;
}

const levelIn = (text: string | undefined): Attestation | null => {
  const letter = /^\s*"?([ABC])"?\s*(?:;|$)/i.exec(text ?? '')?.[1]?.toUpperCase();
  return letter === 'A' || letter === 'B' || letter === 'C' ? letter : null;
};

function claimedIn(json: string): Attestation | null {
  try {
    const claim: unknown = JSON.parse(json);
    const attest = typeof claim === 'object' && claim !== null && 'attest' in claim ? claim.attest : null;
    return typeof attest === 'string' ? levelIn(attest) : null;
  } catch {
    return null;
  }
}
