import { useLanguage } from '#platform/web/i18n.ts';

export const isCountry = (iso2: string): boolean => /^[A-Za-z]{2}$/.test(iso2);

export const countryName = (iso2: string, language: string): string => new Intl.DisplayNames(language, { type: 'region' }).of(iso2.toUpperCase()) ?? iso2;

/** Where a number belongs, in two letters: not every machine draws flags. Nothing when nobody knows. */
export function Country({ iso2 }: { iso2: string }) {
  const language = useLanguage();
  if (!isCountry(iso2)) return null;
  const name = countryName(iso2, language);
  return <span className="bench-country" role="img" aria-label={name} data-hint={name}>{iso2.toUpperCase()}</span>;
}
