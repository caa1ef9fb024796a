import { toBase32 } from './base32.ts';

/*
 * Codes on paper, for when the phone is gone. Eighty bits each: what the database keeps of one is a hash nobody turns
 * back. Written in groups; typed with or without them, in any case.
 */
export const RECOVERY_CODES = 10;
export const RECOVERY_BYTES = 10;

export const writeRecoveryCode = (bytes: Uint8Array): string => toBase32(bytes).toLowerCase().match(/.{4}/g)!.join('-');

/** A code as it is compared; null for what cannot be one. Zero, one and eight are no letters of it: somebody read O, I or B. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed
    .toLowerCase()
    .replace(/[\s-]/g, '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'i')
    .replaceAll('8', 'b');
  return /^[a-z2-7]{16}$/.test(plain) ? plain : null;
}
