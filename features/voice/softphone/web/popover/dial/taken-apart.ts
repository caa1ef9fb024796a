import { codeOfNumber } from '#core/phone/spoken-number.ts';
import { countries } from '#shared/countries.ts';

/** A number that says its own country (`+52 …`, `0052 …`), taken apart; null for any other. */
export function takenApart(text: string): { iso2: string; number: string } | null {
  const international = /^\s*(?:\+|00)\s*([\d\s().-]+)$/.exec(text)?.[1];
  if (!international) return null;
  const digits = international.replace(/\D/g, '');
  const code = codeOfNumber(digits);
  const iso2 = countries.find((one) => one.code === code)?.iso2;
  return iso2 ? { iso2, number: digits.slice(code.length) } : null;
}
