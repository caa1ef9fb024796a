import { countryOf } from '#core/call/number-country.ts';

/** Countries short messages with codes may go to; null is every country. */
export type SmsCountries = ReadonlySet<string> | null;

/** Whether a number (E.164 with the plus) is in a country whose messages somebody decided to pay for. */
export function mayText(number: string, countries: SmsCountries): boolean {
  if (countries === null) return true;
  const country = countryOf(number.slice(1));
  return country !== null && countries.has(country);
}
