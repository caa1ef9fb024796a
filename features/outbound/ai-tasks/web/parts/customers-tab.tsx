import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { codeChoices, CodeBadge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { useCommand, usePage } from '#platform/web/use-endpoint.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { AiOrderStatus } from '#shared/codes/ai-order-status.ts';
import { ConditionStatus } from '#shared/codes/condition-status.ts';
import { aiTasksApi, type AiCustomer, type AiTaskDetail } from '../../contract.ts';
import { aiTaskAddress } from '../address.ts';
import { AiCustomerPanel } from './ai-customer-panel.tsx';
import { useAiExport } from './use-ai-export.ts';
import { aiDeeds, ofCustomers, useCustomerDeeds } from './use-customer-deeds.ts';

const filters = { words: '', order: '', condition: '' } as const;

/** The customers of a task with how far each is and what came of the last call. */
export function AiCustomersTab({ task, mayEdit }: { task: AiTaskDetail; mayEdit: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const state = useTableState('ai-customers', { filters });
  const { words, order, condition } = state.filters;
  const answer = usePage(aiTasksApi.customers, {
    id: task.id,
    page: state.page,
    size: state.size,
    ...(words ? { words } : {}),
    ...(order ? { orderStatus: Number(order) } : {}),
    ...(condition ? { condition: Number(condition) } : {}),
  });
  const [opened, setOpened] = useState<AiCustomer | null>(null);
  const { isExporting, write } = useAiExport(aiTasksApi.exportCustomers, task.id);
  const columns = useColumns();
  // Whom the filters leave out meanwhile, as after a call, stays open as they were.
  const shown = answer.data?.list.find(({ id }) => id === opened?.id) ?? opened;
  const more = mayEdit && (
    <Button onClick={() => void navigate(aiTaskAddress(task.id, 'more'))}>{t('ai-tasks.tab.more')}</Button>
  );
  return (
    <>
      <DataTable
        label={t('ai-tasks.tab.customers')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={setOpened}
        {...(mayEdit
          ? { batch: (ids, clear) => <Chosen taskId={task.id} ids={ids.map(Number)} onDone={clear} /> }
          : {})}
        {...(task.customers > 0 ? { onExport: write, exporting: isExporting } : {})}
        filters={
          <>
            <SearchField
              label={t('ai-tasks.customers.search')}
              value={words}
              onChange={(next) => state.setFilters({ words: next })}
            />
            <NativeSelect
              aria-label={t('ai-tasks.column.order')}
              value={order}
              data={[{ value: '', label: t('ai-tasks.customers.anyOrder') }, ...codeChoices(AiOrderStatus)]}
              onChange={(event) => state.setFilters({ order: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={t('ai-tasks.column.condition')}
              value={condition}
              data={[{ value: '', label: t('ai-tasks.anyCondition') }, ...codeChoices(ConditionStatus)]}
              onChange={(event) => state.setFilters({ condition: event.currentTarget.value })}
            />
          </>
        }
        empty={{
          title: t('ai-tasks.customers.empty'),
          hint: t('ai-tasks.customers.emptyHint'),
          ...(more ? { action: more } : {}),
        }}
      />
      {shown && <AiCustomerPanel task={task} customer={shown} mayEdit={mayEdit} onClose={() => setOpened(null)} />}
    </>
  );
}

/** What is done with the chosen. */
function Chosen({ taskId, ids, onDone }: { taskId: number; ids: number[]; onDone: () => void }) {
  const t = useText();
  const { isBusy, deed } = useCustomerDeeds(taskId, onDone);
  const remove = useCommand(aiTasksApi.removeCustomers, {
    invalidates: ofCustomers,
    onDone: ({ removed, closed }) => {
      toast({ tone: 'success', text: t('ai-tasks.customers.removed', { removed, closed }) });
      onDone();
    },
  });
  async function takeOut(): Promise<void> {
    const isSure = await confirm({
      title: t('ai-tasks.customers.removeTitle', { count: ids.length }),
      body: t('ai-tasks.customers.removeBody'),
      yes: t('ai-tasks.customers.remove'),
      danger: true,
    });
    if (isSure) remove.mutate({ id: taskId, customerIds: ids });
  }
  return (
    <>
      {aiDeeds.map((name) => (
        <Button
          key={name}
          size="xs"
          disabled={isBusy}
          {...(name === 'stop' ? { color: 'red', variant: 'light' } : { variant: 'default' })}
          onClick={() => void deed(name, ids)}
        >
          {t(`ai-tasks.deed.${name}`)}
        </Button>
      ))}
      <Button size="xs" color="red" variant="light" loading={remove.isPending} onClick={() => void takeOut()}>
        {t('ai-tasks.customers.remove')}
      </Button>
    </>
  );
}

function useColumns(): Column<AiCustomer>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('ai-tasks.column.customerName'),
      required: true,
      card: 'title',
      cell: ({ customerName, phone }) => <b>{customerName || spokenNumber(phone)}</b>,
    },
    {
      id: 'phone',
      header: t('ai-tasks.column.phone'),
      width: 170,
      cell: ({ phone }) => <span className="figures">{spokenNumber(phone)}</span>,
    },
    {
      id: 'order',
      header: t('ai-tasks.column.order'),
      width: 170,
      card: 'beside',
      cell: ({ orderStatus, closedBy }) => (
        <span>
          <CodeBadge table={AiOrderStatus} code={orderStatus} />
          {closedBy !== null && closedBy !== 'result' && closedBy !== 'stopped' && (
            <small className="ai-task-note">{t(`ai-tasks.closedBy.${closedBy}`)}</small>
          )}
        </span>
      ),
    },
    {
      id: 'result',
      header: t('ai-tasks.column.lastCall'),
      width: 220,
      cell: ({ lastCall }) =>
        lastCall === null ? (
          <span aria-hidden>–</span>
        ) : lastCall.result === null ? (
          <CodeBadge table={AiCallStatus} code={lastCall.status} />
        ) : (
          <CodeBadge table={AiCallResult} code={lastCall.result} />
        ),
    },
    {
      id: 'attempts',
      header: t('ai-tasks.column.attempts'),
      width: 80,
      align: 'end',
      wide: true,
      cell: ({ attempts }) => <span className="figures">{format.number(attempts)}</span>,
    },
    {
      id: 'last',
      header: t('ai-tasks.column.lastCallAt'),
      width: 150,
      wide: true,
      cell: ({ lastCall }) => format.dateTime(lastCall?.beganAt),
    },
    {
      id: 'next',
      header: t('ai-tasks.column.nextAt'),
      width: 150,
      wide: true,
      cell: ({ nextAt }) => format.dateTime(nextAt),
    },
  ];
}
