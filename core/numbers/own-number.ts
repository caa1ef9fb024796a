import { readDialled } from '#core/call/dialled-number.ts';
import { diallingCode } from '#shared/countries.ts';

/** A number somebody wrote down, read. */
export type WrittenNumber =
  | { is: 'number'; number: string; country: string }
  /** Nothing says which country it is of. */
  | { is: 'withoutCountry' }
  /** No whole number of the world. */
  | { is: 'wrong' };

/**
 * Reads a number of a company's own, written in any way. Rules:
 * 1. Blanks, brackets, dots, dashes and slashes do not matter, nor does `tel:` before it, nor which digits are used.
 * 2. `+` or `00` begin a number with its country's code; a trunk zero in brackets goes: +44 (0)20 7946 0000.
 * 3. Without them the country beside it counts. Without either nobody can tell: `212 555 1234` is New York's and Morocco's.
 */
export function readWrittenNumber(written: string, countryIso2 = ''): WrittenNumber {
  const plain = written
    .normalize('NFKC')
    .trim()
    .replace(/^tel:/i, '')
    .replace(/\(0\)/g, '')
    .replace(/[\s().\-–/\u200e\u202a\u202c]/g, '');
  if (!/^\+?\d+$/.test(plain)) return { is: 'wrong' };
  const carriesCountry = plain.startsWith('+') || plain.startsWith('00');
  const code = countryIso2 === '' ? null : diallingCode(countryIso2);
  if (!carriesCountry && code === null) return { is: 'withoutCountry' };
  const dialled = carriesCountry ? readDialled(plain.replace(/^00/, '+'), '') : readDialled(plain, code!);
  return dialled.is === 'number' ? dialled : { is: 'wrong' };
}
