/** Two letters that may stand for a country; callers whose country nobody knows have none. */
export const isCountry = (iso2: string): boolean => /^[A-Za-z]{2}$/.test(iso2);

/** The name of a country in the reader's language. */
export const countryName = (iso2: string, language: string): string => new Intl.DisplayNames(language, { type: 'region' }).of(iso2.toUpperCase()) ?? iso2;
