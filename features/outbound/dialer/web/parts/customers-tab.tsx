import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeChoices, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import { dialerApi, type DialerCustomer, type DialerTaskDetail } from '../../contract.ts';
import { dialerAddress } from '../address.ts';
import { CallStatus } from './call-status.tsx';
import { DialerCustomerPanel } from './customer-panel.tsx';
import { useCustomerDeeds } from './use-customer-deeds.ts';

const filters = { words: '', state: '', result: '' } as const;
const ASIDE = 'aside';

/** The customers of a task with what came of them. */
export function DialerCustomersTab({ task, mayEdit }: { task: DialerTaskDetail; mayEdit: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const state = useTableState('dialer-customers', { filters });
  const { words, state: stands, result } = state.filters;
  const answer = usePage(dialerApi.customers, {
    id: task.id,
    page: state.page,
    size: state.size,
    ...(words ? { words } : {}),
    ...(stands === ASIDE ? { setAside: true } : stands ? { taskState: Number(stands) } : {}),
    ...(result ? { result: Number(result) } : {}),
  });
  const [opened, setOpened] = useState<DialerCustomer | null>(null);
  const columns = useColumns();
  // Whom the filters leave out meanwhile, as after a call, stays open as they were.
  const shown = answer.data?.list.find(({ id }) => id === opened?.id) ?? opened;
  const more = mayEdit && (
    <Button onClick={() => void navigate(dialerAddress(task.id, 'more'))}>{t('dialer.tab.more')}</Button>
  );
  return (
    <>
      <DataTable
        label={t('dialer.tab.customers')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={setOpened}
        {...(mayEdit
          ? { batch: (ids, clear) => <Chosen taskId={task.id} ids={ids.map(Number)} onDone={clear} /> }
          : {})}
        filters={
          <>
            <SearchField
              label={t('dialer.customers.search')}
              value={words}
              onChange={(next) => state.setFilters({ words: next })}
            />
            <NativeSelect
              aria-label={t('dialer.customers.state')}
              value={stands}
              data={[
                { value: '', label: t('dialer.customers.anyState') },
                ...codeChoices(PreviewTaskState),
                { value: ASIDE, label: t('dialer.customers.aside') },
              ]}
              onChange={(event) => state.setFilters({ state: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={t('dialer.customers.result')}
              value={result}
              data={[{ value: '', label: t('dialer.customers.anyResult') }, ...codeChoices(PreviewResult)]}
              onChange={(event) => state.setFilters({ result: event.currentTarget.value })}
            />
          </>
        }
        empty={{
          title: t('dialer.customers.empty'),
          hint: t('dialer.customers.emptyHint'),
          ...(more ? { action: more } : {}),
        }}
      />
      {shown && (
        <DialerCustomerPanel taskId={task.id} customer={shown} mayEdit={mayEdit} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

const batchDeeds = ['callNext', 'setAside', 'goOn', 'reopen', 'remove'] as const;

/** What is done with the chosen. */
function Chosen({ taskId, ids, onDone }: { taskId: number; ids: number[]; onDone: () => void }) {
  const t = useText();
  const { operate, isBusy } = useCustomerDeeds(taskId, onDone);
  return batchDeeds.map((deed) => (
    <Button
      key={deed}
      size="xs"
      disabled={isBusy}
      {...(deed === 'remove' ? { color: 'red', variant: 'light' } : { variant: 'default' })}
      onClick={() => void operate(deed, ids)}
    >
      {t(`dialer.deed.${deed}`)}
    </Button>
  ));
}

function useColumns(): Column<DialerCustomer>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('dialer.column.customerName'),
      required: true,
      card: 'title',
      cell: ({ customerName, phone }) => <b>{customerName || spokenNumber(phone)}</b>,
    },
    {
      id: 'phone',
      header: t('dialer.column.phone'),
      width: 170,
      cell: ({ phone }) => <span className="figures">{spokenNumber(phone)}</span>,
    },
    {
      id: 'state',
      header: t('dialer.column.state'),
      width: 150,
      card: 'beside',
      cell: ({ taskState, isSetAside }) => (
        <span>
          <CodeBadge table={PreviewTaskState} code={taskState} />
          {isSetAside && <small className="campaign-reason">{t('dialer.customers.aside')}</small>}
        </span>
      ),
    },
    {
      id: 'last',
      header: t('dialer.column.lastStatus'),
      width: 190,
      cell: ({ lastCall, closedBy }) => (
        <span>
          {lastCall ? <CallStatus call={lastCall} /> : t('dialer.customers.notCalled')}
          {closedBy !== null && closedBy !== 'result' && (
            <small className="campaign-reason">{t(`dialer.closedBy.${closedBy}`)}</small>
          )}
        </span>
      ),
    },
    {
      id: 'attempts',
      header: t('dialer.column.attempts'),
      width: 80,
      align: 'end',
      wide: true,
      cell: ({ attempts }) => <span className="figures">{format.number(attempts)}</span>,
    },
    {
      id: 'lastAt',
      header: t('dialer.column.lastCallAt'),
      width: 150,
      wide: true,
      cell: ({ lastCallAt }) => format.dateTime(lastCallAt),
    },
    {
      id: 'next',
      header: t('dialer.column.nextAt'),
      width: 150,
      wide: true,
      cell: ({ nextAt, taskState }) =>
        taskState === PreviewTaskState.completed || nextAt === null ? '–' : format.dateTime(nextAt),
    },
  ];
}
