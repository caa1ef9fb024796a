import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { DateShortcut } from '#shared/codes/date-shortcut.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { DateRangeField } from '#platform/web/ui/date-range-field.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { operationLogApi } from '../../contract.ts';
import { lastDays, type LogFilters } from '../log-query.ts';

interface LogFilterBarProps {
  filters: LogFilters;
  zone: string;
  onChange: (change: Partial<LogFilters>) => void;
}

/** What to look for. The actions offered are those of the chosen area. */
export function LogFilterBar({ filters, zone, onChange }: LogFilterBarProps) {
  const t = useText();
  const [now] = useState(() => new Date());
  const modules = useEndpoint(operationLogApi.modules, {}, { staleMs: Infinity });
  const actions = useEndpoint(
    operationLogApi.actions,
    { module: filters.module },
    { staleMs: Infinity, enabled: filters.module !== '' },
  );
  const people = useEndpoint(operationLogApi.people, {});
  const named = (list: { key: string; name: string }[] = []) =>
    list.map(({ key, name }) => ({ value: key, label: name }));
  const range = { from: filters.from, to: filters.to };
  return (
    <>
      <Choice
        label={t('operation-log.filter.module')}
        value={filters.module}
        data={named(modules.data)}
        onChange={(module) => onChange({ module, action: '' })}
      />
      {filters.module !== '' && (
        <Choice
          label={t('operation-log.filter.action')}
          value={filters.action}
          data={named(actions.data)}
          onChange={(action) => onChange({ action })}
        />
      )}
      <Choice
        label={t('operation-log.filter.who')}
        value={filters.userId}
        data={(people.data ?? []).map(({ userId, name }) => ({ value: String(userId), label: name }))}
        onChange={(userId) => onChange({ userId })}
      />
      <Choice
        label={t('operation-log.filter.outcome')}
        value={filters.outcome}
        data={[
          { value: 'done', label: t('operation-log.done') },
          { value: 'refused', label: t('operation-log.refused') },
        ]}
        onChange={(outcome) => onChange({ outcome })}
      />
      <DateRangeField label={t('operation-log.filter.when')} value={range} onChange={onChange} />
      <Button.Group>
        {DateShortcut.rows.map(({ code, key, days }) => {
          const span = lastDays(days, now, zone);
          const on = span.from === range.from && span.to === range.to;
          return (
            <Button
              key={code}
              variant={on ? 'filled' : 'default'}
              px={10}
              aria-pressed={on}
              onClick={() => onChange(on ? { from: '', to: '' } : span)}
            >
              {textOf(key)}
            </Button>
          );
        })}
      </Button.Group>
      <SearchField
        label={t('operation-log.filter.target')}
        width={200}
        value={filters.target}
        onChange={(target) => onChange({ target })}
      />
    </>
  );
}

function Choice({
  label,
  value,
  data,
  onChange,
}: {
  label: string;
  value: string;
  data: { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <Select
      w={180}
      maw="100%"
      searchable
      clearable
      aria-label={label}
      placeholder={label}
      value={value || null}
      data={data}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
