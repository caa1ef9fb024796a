import { ActionIcon, NativeSelect, Select } from '@mantine/core';
import { X } from 'lucide-react';
import { recordingWords, type RecordingRules, type RecordingWord } from '#core/call/recording-rules.ts';
import { countryName } from '#platform/web/country.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { NamedFlag } from '#platform/web/ui/flag.tsx';
import './recording-rules.css';

export interface RecordingRulesFieldProps {
  rules: RecordingRules;
  disabled?: boolean;
  onChange: (rules: RecordingRules) => void;
}

/** What is said before recording: in some countries, in all others, and where nobody knows the country. */
export default function RecordingRulesField({ rules, disabled = false, onChange }: RecordingRulesFieldProps) {
  const t = useText();
  const language = useLanguage();
  const choices = useCountryChoices();
  const nameOf = (iso2: string): string => countryName(iso2, language);
  const words = recordingWords.map((value) => ({ value, label: t(`agent-groups.recording.${value}`) }));
  const sorted = rules.countries.toSorted((a, b) => nameOf(a.country).localeCompare(nameOf(b.country), language));
  const without = (country: string) => rules.countries.filter((one) => one.country !== country);
  const word = (name: 'otherwise' | 'unknown') => (
    <NativeSelect
      label={t(`agent-groups.recording.in.${name}`)}
      data={words}
      disabled={disabled}
      value={rules[name]}
      onChange={(event) => onChange({ ...rules, [name]: event.currentTarget.value as RecordingWord })}
    />
  );
  return (
    <div className="recording-rules">
      <div className="recording-rules-others">
        {word('otherwise')}
        {word('unknown')}
      </div>
      {sorted.length > 0 && (
        <ul>
          {sorted.map(({ country, word: chosenWord }) => (
            <li key={country}>
              <span>
                <NamedFlag iso2={country} /> {nameOf(country)}
              </span>
              <NativeSelect
                aria-label={t('agent-groups.recording.inCountry', { country: nameOf(country) })}
                data={words}
                disabled={disabled}
                value={chosenWord}
                onChange={(event) =>
                  onChange({
                    ...rules,
                    countries: [...without(country), { country, word: event.currentTarget.value as RecordingWord }],
                  })
                }
              />
              <ActionIcon
                aria-label={t('agent-groups.recording.remove', { country: nameOf(country) })}
                disabled={disabled}
                onClick={() => onChange({ ...rules, countries: without(country) })}
              >
                <X size={15} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Select
        searchable
        aria-label={t('agent-groups.recording.addCountry')}
        placeholder={t('agent-groups.recording.addCountry')}
        comboboxProps={LONG_LIST}
        disabled={disabled}
        value={null}
        data={choices.filter(({ value }) => !rules.countries.some(({ country }) => country === value))}
        onChange={(country) =>
          country && onChange({ ...rules, countries: [...rules.countries, { country, word: 'notice' }] })
        }
      />
    </div>
  );
}
