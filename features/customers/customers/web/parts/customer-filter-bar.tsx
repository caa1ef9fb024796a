import { Button, MultiSelect, SegmentedControl, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import { useText } from '#platform/web/i18n.ts';
import { widths } from '#platform/web/theme/widths.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';
import { DateRangeField } from '#platform/web/ui/date-range-field.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { useCan } from '#platform/web/viewer.ts';
import { useCountryChoices, useLanguageChoices, usePeople, useTagChoices, type ListChoice } from '../choices.ts';
import { NOBODY, type CustomerFilters } from '../customer-query.ts';

interface FilterBarProps {
  filters: CustomerFilters;
  onChange: (change: Partial<CustomerFilters>) => void;
}

const seldom = [
  'source',
  'language',
  'country',
  'from',
  'contactFrom',
  'noCall',
] as const satisfies (keyof CustomerFilters)[];
const matches = ['any', 'all', 'none'] as const;

/** What to look for. The questions asked every day are in sight, the others one press away. */
export function CustomerFilterBar({ filters, onChange }: FilterBarProps) {
  const t = useText();
  const can = useCan();
  const used = seldom.filter((name) => filters[name].length > 0).length;
  const [more, setMore] = useState(used > 0);
  const tags = useTagChoices();
  // On a phone the list itself should be in sight.
  const phone = useMediaQuery(widths.phone) ?? false;
  const daily = !phone || more || filters.tags.length > 0 || filters.owner !== '';
  return (
    <>
      <span className="customer-search">
        <SearchField
          label={t('customers.filter.words')}
          width={240}
          value={filters.words}
          onChange={(words) => onChange({ words })}
        />
      </span>
      {daily && can('tags.use') && (
        <Several
          label={t('customers.field.tag')}
          width={190}
          value={filters.tags}
          data={tags}
          onChange={(chosen) => onChange({ tags: chosen })}
        />
      )}
      {filters.tags.length > 0 && (
        <SegmentedControl
          size="xs"
          aria-label={t('customers.filter.tagMatch')}
          value={filters.tagMatch}
          data={matches.map((value) => ({ value, label: t(`customers.match.${value}`) }))}
          onChange={(tagMatch) => onChange({ tagMatch })}
        />
      )}
      {daily && filters.view !== 'mine' && (
        <OwnerFilter value={filters.owner} onChange={(owner) => onChange({ owner })} />
      )}
      <Button
        variant="default"
        leftSection={<ListFilter size={15} aria-hidden />}
        aria-expanded={more}
        onClick={() => setMore(!more)}
      >
        {used > 0 ? t('customers.filter.moreUsed', { count: used }) : t('customers.filter.more')}
      </Button>
      {more && <SeldomFilters filters={filters} onChange={onChange} />}
    </>
  );
}

function OwnerFilter({ value, onChange }: { value: string; onChange: (owner: string) => void }) {
  const t = useText();
  const people = usePeople();
  const name = t('customers.field.owner');
  return (
    <Select
      w={160}
      clearable
      searchable
      aria-label={name}
      placeholder={name}
      value={value || null}
      data={[{ value: NOBODY, label: t('customers.noOwner') }, ...people]}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

function SeldomFilters({ filters, onChange }: FilterBarProps) {
  const t = useText();
  const noCall = t('customers.field.do_not_call');
  return (
    <>
      <DateRangeField
        label={t('customers.filter.created')}
        value={{ from: filters.from, to: filters.to }}
        onChange={onChange}
      />
      <DateRangeField
        label={t('customers.field.last_contact_at')}
        value={{ from: filters.contactFrom, to: filters.contactTo }}
        onChange={({ from, to }) => onChange({ contactFrom: from, contactTo: to })}
      />
      <Several
        label={t('customers.field.source')}
        width={170}
        value={filters.source}
        data={codeChoices(CustomerSource)}
        onChange={(source) => onChange({ source })}
      />
      <Several
        label={t('customers.field.language')}
        width={170}
        value={filters.language}
        data={useLanguageChoices()}
        onChange={(language) => onChange({ language })}
      />
      <Several
        label={t('customers.field.country')}
        width={170}
        value={filters.country}
        data={useCountryChoices()}
        onChange={(country) => onChange({ country })}
      />
      <Select
        w={170}
        clearable
        aria-label={noCall}
        placeholder={noCall}
        value={filters.noCall || null}
        data={[
          { value: 'yes', label: t('customers.filter.noCall') },
          { value: 'no', label: t('customers.filter.mayCall') },
        ]}
        onChange={(next) => onChange({ noCall: next ?? '' })}
      />
    </>
  );
}

function Several({
  label,
  width,
  value,
  data,
  onChange,
}: {
  label: string;
  width: number;
  value: string[];
  data: ListChoice[];
  onChange: (value: string[]) => void;
}) {
  return (
    <MultiSelect
      w={width}
      maw="100%"
      searchable
      clearable
      aria-label={label}
      placeholder={value.length > 0 ? '' : label}
      value={value}
      data={data}
      onChange={onChange}
    />
  );
}
