import { searchFold } from '../search/search-fold.ts';

/** What may follow one another in a number somebody types or a link holds. */
const WRITING = /^\+?[\d\s().\-/]+$/;
const FEWEST = 6;
const MOST = 20;

/** A number in any writing as it is dialled: digits, with the `+` if it says its country; null for anything else. */
export function diallable(typed: string): string | null {
  const plain = searchFold(typed.trim().replace(/^tel:/i, ''));
  const digits = plain.replaceAll(/\D/g, '');
  if (!WRITING.test(plain) || digits.length < FEWEST || digits.length > MOST) return null;
  return plain.startsWith('+') ? `+${digits}` : digits;
}

export const isDiallable = (typed: string): boolean => diallable(typed) !== null;
