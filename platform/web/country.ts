/** Two letters that may stand for a country; callers whose country nobody knows have none. */
export const isCountry = (iso2: string): boolean => /^[A-Za-z]{2}$/.test(iso2);

const names = new Map<string, Intl.DisplayNames>();

/** The name of a country in the reader's language. */
export function countryName(iso2: string, language: string): string {
  let known = names.get(language);
  if (!known) names.set(language, (known = new Intl.DisplayNames(language, { type: 'region' })));
  return known.of(iso2.toUpperCase()) ?? iso2;
}
