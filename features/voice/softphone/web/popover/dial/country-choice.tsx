import { Combobox, useCombobox } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { searchFold } from '#core/search/search-fold.ts';
import { useText } from '#platform/web/i18n.ts';
import { Flag } from '#platform/web/ui/flag.tsx';
import type { DialCountry } from './use-dial-choices.ts';

/** Countries whose name, letters or dialling code begin with what was typed; those found by name come first. */
export function countriesMatching(countries: readonly DialCountry[], typed: string): readonly DialCountry[] {
  const word = searchFold(typed.trim()).replace(/^\+|^00/, '');
  if (word === '') return countries;
  const rank = ({ name, iso2, code }: DialCountry): number => {
    const words = searchFold(name);
    if (code === word || iso2.toLowerCase() === word || words.startsWith(word)) return 0;
    return words.includes(word) || code.startsWith(word) ? 1 : 2;
  };
  return countries.filter((one) => rank(one) < 2).sort((a, b) => rank(a) - rank(b));
}

/** The country a number belongs to, found by name or code. */
export function CountryChoice({
  countries,
  country,
  onChoose,
}: {
  countries: readonly DialCountry[];
  country: DialCountry | null;
  onChoose: (iso2: string) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped('');
    },
  });
  const found = useMemo(() => countriesMatching(countries, typed), [countries, typed]);
  const choose = (iso2: string) => {
    onChoose(iso2);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={264} position="bottom-start" withinPortal>
      <Combobox.Target>
        <button
          type="button"
          className="country-choice"
          disabled={countries.length === 0}
          aria-label={
            country
              ? t('softphone.dial.countryIs', { name: country.name, code: country.code })
              : t('softphone.dial.country')
          }
          data-hint={country?.name}
          onClick={() => combobox.toggleDropdown()}
        >
          {country && <Flag iso2={country.iso2} />}
          <span>{country ? `+${country.code}` : '+'}</span>
          <ChevronDown size={12} aria-hidden />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          aria-label={t('softphone.dial.findCountry')}
          placeholder={t('softphone.dial.findCountry')}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.resetSelectedOption();
          }}
          // Enter takes the first one unless the arrows chose another.
          onKeyDown={(event) =>
            event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0 && typed && found[0] && choose(found[0].iso2)
          }
        />
        <Combobox.Options mah={230} className="country-list" aria-label={t('softphone.dial.country')}>
          {found.map(({ iso2, code, name }) => (
            <Combobox.Option key={iso2} value={iso2} active={iso2 === country?.iso2} selected={iso2 === country?.iso2}>
              <Flag iso2={iso2} />
              <span>{name}</span>
              <span className="figures">+{code}</span>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('softphone.dial.noCountry')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
