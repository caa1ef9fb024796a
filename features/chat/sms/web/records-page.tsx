import { Button, Select } from '@mantine/core';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { agentGroupsApi } from '#features/team/agent-groups/contract.ts';
import { downloadsApi } from '#features/office/downloads/contract.ts';
import { usePeople } from '#features/team/seats/web/index.ts';
import { SmsStatus } from '#shared/codes/sms-status.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeChoices } from '#platform/web/ui/code-badge.tsx';
import { DateRangeField } from '#platform/web/ui/date-range-field.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, useEndpoint, usePage } from '#platform/web/use-endpoint.ts';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { browserZone } from '#platform/web/zone.ts';
import { smsApi, smsDirections, type SmsRecord } from '../contract.ts';
import { useRecordColumns } from './parts/record-columns.tsx';
import { daysOf, recordFilters, recordQuery, type SmsRecordFilters } from './record-query.ts';
import { openSender } from './sender-window.ts';
import './sms.css';

/** The messages of the reader, or of everybody for those who may see them; states go on by themselves. */
export default function RecordsPage() {
  const t = useText();
  const can = useCan();
  const navigate = useNavigate();
  const zone = useViewer()?.timeZone || browserZone();
  const [nowMs] = useState(() => Date.now());
  const state = useTableState('sms-records', { filters: recordFilters });
  const filter = recordQuery(state.filters, zone, nowMs);
  const answer = usePage(smsApi.recordPage, { page: state.page, size: state.size, ...filter });
  const exporting = useCommand(smsApi.recordExport, { done: 'sms.exported', invalidates: [downloadsApi.list] });
  const columns = useRecordColumns();
  const send = (
    <Button leftSection={<MessageSquareText size={16} aria-hidden />} onClick={() => openSender()}>
      {t('sms.send')}
    </Button>
  );
  return (
    <Page>
      <DataTable
        label={t('sms.menu.records')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        {...(can('customers.use')
          ? { onOpen: ({ customerId }: SmsRecord) => customerId !== null && void navigate(`/customers/${customerId}`) }
          : {})}
        filters={
          <Filters filters={state.filters} days={daysOf(state.filters, zone, nowMs)} onChange={state.setFilters} />
        }
        actions={send}
        {...(can('sms.export') ? { onExport: () => exporting.mutate(filter) } : {})}
        exporting={exporting.isPending}
        empty={{ title: t('sms.records.empty'), hint: t('sms.records.emptyHint'), action: send }}
      />
    </Page>
  );
}

function Filters({
  filters,
  days,
  onChange,
}: {
  filters: SmsRecordFilters;
  days: { from: string; to: string };
  onChange: (change: Partial<SmsRecordFilters>) => void;
}) {
  const t = useText();
  const can = useCan();
  const people = usePeople();
  const groups =
    useEndpoint(agentGroupsApi.all, {}, { enabled: can('agent-groups.use'), handlesFailures: true }).data ?? [];
  const templates = useEndpoint(smsApi.templates, {}, { handlesFailures: true }).data ?? [];
  const choice = (
    name: keyof SmsRecordFilters,
    label: string,
    data: { value: string; label: string }[],
    width = 160,
  ) => (
    <Select
      w={width}
      maw="100%"
      searchable
      clearable
      aria-label={label}
      placeholder={label}
      comboboxProps={{ keepMounted: false }}
      value={filters[name] || null}
      data={data}
      onChange={(next) => onChange({ [name]: next ?? '' })}
    />
  );
  return (
    <>
      <DateRangeField label={t('sms.filter.when')} value={days} onChange={onChange} />
      {choice('status', t('sms.column.status'), codeChoices(SmsStatus))}
      {choice(
        'direction',
        t('sms.column.direction'),
        smsDirections.map((value) => ({ value, label: t(`sms.direction.${value}`) })),
      )}
      <SearchField
        label={t('sms.column.number')}
        width={170}
        value={filters.number}
        onChange={(number) => onChange({ number })}
      />
      {choice(
        'template',
        t('sms.column.template'),
        templates.map(({ id, smsTemplateName }) => ({ value: String(id), label: smsTemplateName })),
      )}
      {can('sms.view') && people.length > 0 && choice('user', t('sms.column.agent'), people)}
      {can('sms.view') &&
        groups.length > 0 &&
        choice(
          'group',
          t('sms.filter.group'),
          groups.map(({ id, name }) => ({ value: String(id), label: name })),
        )}
    </>
  );
}
