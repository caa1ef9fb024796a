/**
 * How sure carriers are of who calls (STIR/SHAKEN). `A`: they know the caller, and that the number is theirs. `B`: they know the
 * caller, not whether the number is theirs. `C`: they only know where the call came in. `failed`: what was signed is wrong.
 */
export const attestations = ['A', 'B', 'C', 'failed'] as const;
export type Attestation = (typeof attestations)[number];

/** Why a call was forwarded: always, as somebody set it up; because nobody could be reached, was busy or answered; or by hand while it rang. */
export const diversionReasons = ['always', 'busy', 'noAnswer', 'unreachable', 'byHand'] as const;
export type DiversionReason = (typeof diversionReasons)[number];

/** What the network tells of a call that comes in, beside its two numbers. */
export interface NetworkWord {
  /** As our carrier says it; nobody here looks at signatures. Null where it says nothing. */
  attestation: Attestation | null;
  /** The number that was dialled first, where the call was forwarded to ours. */
  divertedFrom: string | null;
  /** Why it was, where the network says so. */
  divertedBecause?: DiversionReason | null;
}
