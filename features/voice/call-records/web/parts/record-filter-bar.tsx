import { Button, Select } from '@mantine/core';
import { Hash, ListFilter, Phone, Timer, X } from 'lucide-react';
import { useState } from 'react';
import { callSortNames } from '#core/call/call-sorts.ts';
import { lossPlaces, type LossPlace } from '#core/figures/loss.ts';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { DateShortcut } from '#shared/codes/date-shortcut.ts';
import { useFormat } from '#platform/web/format.ts';
import { textOf, useText } from '#platform/web/i18n.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';
import { DateRangeField } from '#platform/web/ui/date-range-field.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { daysOf, lastDays, spanOf, type CallRecordFilters } from '../record-query.ts';

interface RecordFilterBarProps {
  filters: CallRecordFilters;
  zone: string;
  nowMs: number;
  /** Of the agent chosen; empty while no call of theirs is known. */
  agentName: string;
  onChange: (change: Partial<CallRecordFilters>) => void;
}

const seldom = [
  'sort',
  'group',
  'userGroup',
  'name',
  'caller',
  'callId',
  'min',
  'max',
] as const satisfies (keyof CallRecordFilters)[];
/** A report leads here; what it names is known there. */
const narrowings = ['campaign', 'trunk', 'did'] as const satisfies (keyof CallRecordFilters)[];
const directions = ['inbound', 'outbound', 'internal'] as const;

/** What to look for. The questions asked every day are in sight, the others one press away. */
export function RecordFilterBar({ filters, zone, nowMs, agentName, onChange }: RecordFilterBarProps) {
  const t = useText();
  const format = useFormat();
  const span = spanOf(filters);
  const used = seldom.filter((name) => filters[name] !== '').length;
  const [more, setMore] = useState(used > 0);
  const range = daysOf(filters, zone, nowMs) ?? { from: '', to: '' };
  const today = lastDays(1, nowMs, zone);
  /** Today is what an address without days means; it stays right tomorrow. */
  const choose = (days: { from: string; to: string }) =>
    onChange({
      ...(days.from === today.from && days.to === today.to && !filters.callId ? { from: '', to: '' } : days),
      since: '',
      until: '',
    });
  return (
    <>
      <Button.Group>
        {DateShortcut.rows.map(({ code, key, days: count }) => {
          const days = lastDays(count, nowMs, zone);
          const on = !span && days.from === range.from && days.to === range.to;
          return (
            <Button
              key={code}
              variant={on ? 'filled' : 'default'}
              px={10}
              aria-pressed={on}
              onClick={() => choose(days)}
            >
              {textOf(key)}
            </Button>
          );
        })}
      </Button.Group>
      <DateRangeField label={t('call-records.filter.when')} value={range} onChange={choose} />
      {span && (
        <Without
          what={`${format.time(filters.since)} – ${format.time(filters.until)}`}
          onClick={() => onChange({ since: '', until: '', ...(range.from === today.from ? {} : range) })}
        />
      )}
      {filters.agent && (
        <Without
          what={t('call-records.filter.ofAgent', { name: agentName || t('call-records.filter.agentUnknown') })}
          onClick={() => onChange({ agent: '' })}
        />
      )}
      {lossPlaces.includes(filters.lostAt as LossPlace) && (
        <Without
          what={t(`call-records.lostAt.${filters.lostAt as LossPlace}`)}
          onClick={() => onChange({ lostAt: '' })}
        />
      )}
      {narrowings.map(
        (name) =>
          filters[name] && (
            <Without key={name} what={t(`call-records.filter.only.${name}`)} onClick={() => onChange({ [name]: '' })} />
          ),
      )}
      <Choice
        label={t('call-records.filter.direction')}
        width={130}
        value={filters.direction}
        data={directions.map((value) => ({ value, label: t(`call-records.direction.${value}`) }))}
        onChange={(direction) => onChange({ direction })}
      />
      <Choice
        label={t('call-records.filter.outcome')}
        width={180}
        value={filters.status}
        data={codeChoices(CallOutcome)}
        onChange={(status) => onChange({ status })}
      />
      <SearchField
        label={t('call-records.filter.number')}
        width={190}
        value={filters.number}
        onChange={(number) => onChange({ number })}
      />
      <Button
        variant="default"
        leftSection={<ListFilter size={15} aria-hidden />}
        aria-expanded={more}
        onClick={() => setMore(!more)}
      >
        {used > 0 ? t('call-records.filter.moreUsed', { count: used }) : t('call-records.filter.more')}
      </Button>
      {more && <SeldomFilters filters={filters} onChange={onChange} />}
    </>
  );
}

function SeldomFilters({ filters, onChange }: Pick<RecordFilterBarProps, 'filters' | 'onChange'>) {
  const t = useText();
  const can = useCan();
  const groups = useEndpoint(agentGroupsApi.all, {}, { enabled: can('agent-groups.use'), handlesFailures: true });
  const choices = (groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const digits = (typed: string) => typed.replace(/\D/g, '').slice(0, 6);
  return (
    <>
      <Choice
        label={t('call-records.filter.sort')}
        width={200}
        value={filters.sort}
        data={callSortNames.map((value) => ({ value, label: t(`call-records.sort.${value}`) }))}
        onChange={(sort) => onChange({ sort })}
      />
      <SearchField
        label={t('call-records.filter.name')}
        width={180}
        value={filters.name}
        onChange={(name) => onChange({ name })}
      />
      <SearchField
        label={t('call-records.filter.caller')}
        width={180}
        icon={<Phone size={15} aria-hidden />}
        value={filters.caller}
        onChange={(caller) => onChange({ caller })}
      />
      {choices.length > 0 && (
        <>
          <Choice
            label={t('call-records.filter.group')}
            width={180}
            value={filters.group}
            data={choices}
            onChange={(group) => onChange({ group })}
          />
          <Choice
            label={t('call-records.filter.userGroup')}
            width={180}
            value={filters.userGroup}
            data={choices}
            onChange={(userGroup) => onChange({ userGroup })}
          />
        </>
      )}
      <SearchField
        label={t('call-records.filter.minSec')}
        width={170}
        icon={<Timer size={15} aria-hidden />}
        value={filters.min}
        onChange={(min) => onChange({ min: digits(min) })}
      />
      <SearchField
        label={t('call-records.filter.maxSec')}
        width={170}
        icon={<Timer size={15} aria-hidden />}
        value={filters.max}
        onChange={(max) => onChange({ max: digits(max) })}
      />
      <SearchField
        label={t('call-records.filter.callId')}
        width={230}
        icon={<Hash size={15} aria-hidden />}
        value={filters.callId}
        onChange={(callId) => onChange({ callId })}
      />
    </>
  );
}

/** A filter that is only ever taken away here. */
function Without({ what, onClick }: { what: string; onClick: () => void }) {
  const t = useText();
  return (
    <Button
      variant="light"
      rightSection={<X size={14} aria-hidden />}
      aria-label={t('call-records.filter.without', { what })}
      onClick={onClick}
    >
      {what}
    </Button>
  );
}

function Choice({
  label,
  width,
  value,
  data,
  onChange,
}: {
  label: string;
  width: number;
  value: string;
  data: { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <Select
      w={width}
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
