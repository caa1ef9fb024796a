import { readDialled } from '#core/call/dialled-number.ts';
import { countryOf } from '#core/call/number-country.ts';
import { countries } from '#shared/countries.ts';

/** A number as customers are kept under it: digits with the country's code. */
export interface KeptNumber {
  number: string;
  /** ISO 3166, '' where it cannot be told. */
  country: string;
}

const codeOf = new Map(countries.map(({ iso2, code }) => [iso2, code]));

/**
 * Reads a number somebody typed or a file holds: spaces, brackets, dots and strokes go, `+` and `00` begin the country's
 * code, anything else is a number of `country`. Numbers that may not be called from here are kept as well; null for
 * what is no number.
 */
export function keptNumber(text: string, country = ''): KeptNumber | null {
  const plain = text.trim().replace(/[\s().\-/]|tel:/gi, '');
  if (!/^\+?\d{3,20}$/.test(plain)) return null;
  const read = readDialled(plain, codeOf.get(country) ?? '');
  if (read.is === 'number') return { number: read.number, country: read.country };
  if (read.is === 'wrong') return null;
  const digits = plain.replace(/^(?:\+|00)/, '');
  return { number: digits, country: country || countryOf(digits) || '' };
}

/** `52-5512345678`, as a lookup names a number; also whole numbers without the stroke. */
export function lookedUpNumber(text: string): string | null {
  const [code, rest] = text.includes('-')
    ? [text.slice(0, text.indexOf('-')), text.slice(text.indexOf('-') + 1)]
    : ['', text];
  const digits = rest.replace(/\D/g, '');
  if (digits === '') return null;
  const read = readDialled(digits, code);
  return read.is === 'number' ? read.number : (code + digits).replace(/\D/g, '');
}
