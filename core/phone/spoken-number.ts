/** Dialling codes of two digits; 1 and 7 have one, all others three (ITU-T E.164). Kept apart from the countries: every page has this file. */
const TWO_DIGITS = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
const SHORTEST_WORLD = 8;

/** The dialling code a number of the world begins with. */
export const codeOfNumber = (digits: string): string =>
  digits.slice(0, /^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3);

/** Groups that can be read out: `55 1234 5678`, and `415 555 0814` in North America. */
function grouped(digits: string, code: string): string {
  if (code === '1' && digits.length === 10) return digits.replace(/^(.{3})(.{3})(.{4})$/, '$1 $2 $3');
  return digits.replace(/(?<=.)(?=(?:.{4})+$)/g, ' ');
}

/**
 * A number as people write it. One with a country is a number of that country; one without carries its code, unless it
 * is too short for that. What is masked or no number at all stays as it is.
 */
export function spokenNumber(number: string, countryCode = ''): string {
  const digits = number.replace(/^\+/, '');
  if (!/^\d[\d*]{2,}$/.test(digits)) return number;
  const given = countryCode.replace(/\D/g, '');
  if (given !== '' && !number.startsWith('+')) return `+${given} ${grouped(digits, given)}`;
  if (digits.length < SHORTEST_WORLD) return digits;
  const code = codeOfNumber(digits);
  return `+${code} ${grouped(digits.slice(code.length), code)}`;
}
