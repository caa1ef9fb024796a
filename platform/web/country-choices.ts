import { useMemo } from 'react';
import { countries } from '#shared/countries.ts';
import { countryName } from './country.ts';
import { useLanguage } from './i18n.ts';

/** An entry of a list one chooses from. */
export interface ListChoice {
  value: string;
  label: string;
}

/** Every country with numbers of its own, by name. */
export function useCountryChoices(): ListChoice[] {
  const language = useLanguage();
  return useMemo(() => {
    const { compare } = new Intl.Collator(language);
    return countries
      .map(({ iso2 }) => ({ value: iso2, label: countryName(iso2, language) }))
      .sort((a, b) => compare(a.label, b.label));
  }, [language]);
}

/** For long lists of choices: while closed they draw nothing, where otherwise each would hold hundreds of entries nobody sees. */
export const LONG_LIST = { keepMounted: false } as const;
