import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { customersApi, type Customer } from '#features/customers/customers/contract.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';

/** Chosen one by one; longer lists are conditions or files. */
const MOST = 100;
const FOUND = 30;
const PAUSE_MS = 200;

/** Customers chosen by name or number. */
export function ChosenCustomers({
  chosen,
  onChange,
}: {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed.trim(), PAUSE_MS);
  // Those who were found before keep their names when other words are typed.
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const found = useEndpoint(
    customersApi.list,
    { page_number: 1, page_size: FOUND, ...(words === '' ? {} : { words }) },
    { keepPrevious: true, handlesFailures: true },
  ).data?.list;
  const choices = (found ?? []).map((one) => ({ value: String(one.id), label: labelOf(one) }));
  const kept = chosen
    .map(String)
    .filter((id) => !choices.some(({ value }) => value === id))
    .map((value) => ({ value, label: known.get(value) ?? value }));
  return (
    <MultiSelect
      searchable
      clearable
      hidePickedOptions
      maxValues={MOST}
      comboboxProps={LONG_LIST}
      label={t('campaigns.new.chosen')}
      description={t('campaigns.new.chosenHint', { count: MOST })}
      nothingFoundMessage={t('campaigns.new.nobodyFound')}
      data={[...kept, ...choices]}
      // The server has looked already: what it found by a number would not be found again by the name.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={chosen.map(String)}
      onChange={(values) => {
        setKnown(new Map([...known, ...choices.map(({ value, label }) => [value, label] as const)]));
        onChange(values.map(Number));
      }}
    />
  );
}

function labelOf({ full_name: full, first_name: first, last_name: last, company, phones }: Customer): string {
  const name = full || [first, last].filter(Boolean).join(' ') || company;
  const number = phones[0] ? spokenNumber(phones[0].number) : '';
  return [name, number].filter(Boolean).join(' · ');
}
