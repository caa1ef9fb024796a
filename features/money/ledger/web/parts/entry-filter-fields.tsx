import { MultiSelect } from '@mantine/core';
import { entryKindNames } from '#core/money/entry-kinds.ts';
import { useText } from '#platform/web/i18n.ts';
import { DateRangeField } from '#platform/web/ui/date-range-field.tsx';
import { kindsOf, type EntryFilters } from '../entry-query.ts';

/** Which days and which kinds of entries are shown. */
export function EntryFilterFields({
  filters,
  days,
  onChange,
}: {
  filters: EntryFilters;
  days: { from: string; to: string };
  onChange: (change: Partial<EntryFilters>) => void;
}) {
  const t = useText();
  return (
    <>
      <DateRangeField
        label={t('ledger.filter.when')}
        value={days}
        onChange={(next) => onChange({ ...next, call: '' })}
      />
      <MultiSelect
        w={280}
        maw="100%"
        clearable
        aria-label={t('ledger.column.kind')}
        placeholder={filters.kinds === '' ? t('ledger.column.kind') : ''}
        comboboxProps={{ keepMounted: false }}
        data={entryKindNames.map((value) => ({ value, label: t(`ledger.kind.${value}`) }))}
        value={kindsOf(filters)}
        onChange={(next) => onChange({ kinds: next.join(',') })}
      />
    </>
  );
}
