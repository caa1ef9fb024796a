import { countryName, isCountry } from '#platform/web/country.ts';
import { useLanguage } from '#platform/web/i18n.ts';

/** Where a number belongs, in two letters: not every machine draws flags. Nothing when nobody knows. */
export function CountryLetters({ iso2 }: { iso2: string }) {
  const language = useLanguage();
  if (!isCountry(iso2)) return null;
  const name = countryName(iso2, language);
  return (
    <span className="bench-country" role="img" aria-label={name} data-hint={name}>
      {iso2.toUpperCase()}
    </span>
  );
}
