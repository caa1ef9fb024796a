import { NativeSelect } from '@mantine/core';
import { countryName } from '#platform/web/country.ts';
import { useLanguage, useText } from '#platform/web/i18n.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { didNumbersApi, NumberGoal } from '../../contract.ts';

export const numberFilters = { words: '', country: '', group: '', goal: '', enabled: '' } as const;
export type NumberFilterValues = Record<keyof typeof numberFilters, string>;

const DIGITS_MOST = 20;
const WORDS_MOST = 100;

/** What is asked of the server: what looks like a number is looked for in numbers, anything else in remarks. */
export function numberQuery({ words, country, group, goal, enabled }: NumberFilterValues) {
  const digits = words.replace(/[\s().+-]/g, '');
  const isNumber = /^\d+$/.test(digits);
  return {
    ...(words.trim() === ''
      ? {}
      : isNumber
        ? { number: digits.slice(0, DIGITS_MOST) }
        : { remark: words.trim().slice(0, WORDS_MOST) }),
    ...(country === '' ? {} : { countryIso2: country }),
    ...(group === '' ? {} : { groupId: Number(group) }),
    ...(goal === '' ? {} : { goal: goal as NumberGoal }),
    ...(enabled === '' ? {} : { enabled: enabled === 'true' }),
  };
}

/** By number or remark, country, group, who answers, and whether anybody does. */
export function NumberFilters({
  values,
  onChange,
}: {
  values: NumberFilterValues;
  onChange: (some: Partial<NumberFilterValues>) => void;
}) {
  const t = useText();
  const language = useLanguage();
  const groups = useEndpoint(didNumbersApi.groups, {}).data ?? [];
  const countries = useEndpoint(didNumbersApi.choices, {}).data?.countries ?? [];
  const select = (
    name: 'country' | 'group' | 'goal' | 'enabled',
    label: string,
    data: { value: string; label: string }[],
  ) => (
    <NativeSelect
      aria-label={label}
      value={values[name]}
      data={[{ value: '', label: `${label}: ${t('did-numbers.any')}` }, ...data]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <SearchField label={t('did-numbers.search')} value={values.words} onChange={(words) => onChange({ words })} />
      {countries.length > 1 &&
        select(
          'country',
          t('did-numbers.country'),
          countries.map((iso2) => ({ value: iso2, label: countryName(iso2, language) })),
        )}
      {groups.length > 1 &&
        select(
          'group',
          t('did-numbers.group'),
          groups.map(({ groupId, groupName }) => ({ value: String(groupId), label: groupName })),
        )}
      {select(
        'goal',
        t('did-numbers.column.goal'),
        NumberGoal.options.map((value) => ({ value, label: t(`did-numbers.goalKind.${value}`) })),
      )}
      {select('enabled', t('did-numbers.state'), [
        { value: 'true', label: t('did-numbers.on') },
        { value: 'false', label: t('did-numbers.off') },
      ])}
    </>
  );
}
