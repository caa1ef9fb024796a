import { NativeSelect, Select } from '@mantine/core';
import { pricedKinds, priceServices } from '#core/money/choose-price.ts';
import { LONG_LIST, useCountryChoices } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { PriceSearch } from '../../contract.ts';

/** What somebody looks for, as an address has it; `all` is no filter. */
export const priceFilters = { service: 'all', kind: 'all', country: '', words: '' } as const;
export type PriceFilters = { service: string; kind: string; country: string; words: string };

/** The same as the server is asked. */
export const searchOf = ({ service, kind, country, words }: PriceFilters): Partial<PriceSearch> => ({
  ...(service !== 'all' ? { service: service as PriceSearch['service'] } : {}),
  ...(kind !== 'all' ? { kind: (kind === 'any' ? '' : kind) as PriceSearch['kind'] } : {}),
  ...(country !== '' ? { country } : {}),
  ...(words !== '' ? { words } : {}),
});

/** Fields to look for prices by: what, which calls, where. */
export function PriceFilterFields({
  filters,
  onChange,
}: {
  filters: PriceFilters;
  onChange: (change: Partial<PriceFilters>) => void;
}) {
  const t = useText();
  const countries = useCountryChoices();
  return (
    <>
      <SearchField
        label={t('prices.search')}
        width={220}
        value={filters.words}
        onChange={(words) => onChange({ words: words.slice(0, 40) })}
      />
      <NativeSelect
        aria-label={t('prices.column.service')}
        value={filters.service}
        data={[
          { value: 'all', label: t('prices.allServices') },
          ...priceServices.map((value) => ({ value, label: t(`prices.service.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ service: value, ...(value === 'call' || value === 'all' ? {} : { kind: 'all' }) })
        }
      />
      {(filters.service === 'call' || filters.service === 'all') && (
        <NativeSelect
          aria-label={t('prices.column.kind')}
          value={filters.kind}
          data={[
            { value: 'all', label: t('prices.allKinds') },
            ...pricedKinds.map((value) => ({ value, label: t(`prices.kind.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ kind: value })}
        />
      )}
      <Select
        searchable
        clearable
        aria-label={t('prices.column.country')}
        placeholder={t('prices.column.country')}
        comboboxProps={LONG_LIST}
        w={150}
        data={countries}
        value={filters.country || null}
        onChange={(country) => onChange({ country: country ?? '' })}
      />
    </>
  );
}
