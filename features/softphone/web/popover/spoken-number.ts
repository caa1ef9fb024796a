import { countries } from '#shared/countries.ts';

const codes = new Set(countries.map(({ code }) => code));
const SHORTEST_WORLD = 8;

/** The dialling code a number of the world begins with; empty when there is none. */
export function codeOfNumber(digits: string): string {
  return [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => codes.has(code)) ?? '';
}

/** Groups that can be read out: `55 1234 5678`, and `415 555 0814` in North America. */
function grouped(digits: string, code: string): string {
  if (code === '1' && digits.length === 10) return digits.replace(/^(.{3})(.{3})(.{4})$/, '$1 $2 $3');
  return digits.replace(/(?<=.)(?=(?:.{4})+$)/g, ' ');
}

/**
 * A number as people write it. One with a country is a number of that country; one without carries its code, unless it
 * is too short for that. What is masked or no number at all stays as it is.
 */
export function spokenNumber(number: string, countryCode: string): string {
  const digits = number.replace(/^\+/, '');
  if (!/^\d[\d*]{2,}$/.test(digits)) return number;
  const given = countryCode.replace(/\D/g, '');
  if (given !== '' && !number.startsWith('+')) return `+${given} ${grouped(digits, given)}`;
  const code = digits.length >= SHORTEST_WORLD ? codeOfNumber(digits) : '';
  return code === '' ? digits : `+${code} ${grouped(digits.slice(code.length), code)}`;
}

/** A number that says its own country (`+52 …`, `0052 …`), taken apart; null for any other. */
export function takenApart(text: string): { iso2: string; number: string } | null {
  const international = /^\s*(?:\+|00)\s*([\d\s().-]+)$/.exec(text)?.[1];
  if (!international) return null;
  const digits = international.replace(/\D/g, '');
  const code = codeOfNumber(digits);
  const iso2 = countries.find((one) => one.code === code)?.iso2;
  return iso2 ? { iso2, number: digits.slice(code.length) } : null;
}
