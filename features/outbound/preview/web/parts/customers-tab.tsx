import { Button, NativeSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { usePeople } from '#features/team/seats/web/index.ts';
import { LONG_LIST } from '#platform/web/country-choices.ts';
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
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import { previewApi, type PreviewCustomer, type PreviewTaskDetail } from '../../contract.ts';
import { taskAddress } from '../address.ts';
import { useNavigate } from 'react-router';
import { TaskCustomerPanel } from './customer-panel.tsx';

const filters = { words: '', done: '', result: '', agent: '' } as const;
const NOBODY = 'nobody';

/** The customers of a task with what came of them. */
export function CustomersTab({ task, mayEdit }: { task: PreviewTaskDetail; mayEdit: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const people = usePeople();
  const state = useTableState('preview-customers', { filters });
  const { words, done, result, agent } = state.filters;
  const answer = usePage(previewApi.customers, {
    id: task.id,
    page: state.page,
    size: state.size,
    ...(words ? { words } : {}),
    ...(done ? { taskState: Number(done) } : {}),
    ...(result ? { result: Number(result) } : {}),
    ...(agent === NOBODY ? { unassigned: true } : agent ? { agentId: Number(agent) } : {}),
  });
  const [opened, setOpened] = useState<number | null>(null);
  const columns = useColumns();
  const shown = answer.data?.list.find(({ id }) => id === opened) ?? null;
  const more = mayEdit && (
    <Button onClick={() => void navigate(taskAddress(task.id, 'more'))}>{t('preview.tab.more')}</Button>
  );
  return (
    <>
      <DataTable
        label={t('preview.tab.customers')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={({ id }) => setOpened(id)}
        {...(mayEdit
          ? { batch: (ids, clear) => <Chosen taskId={task.id} ids={ids.map(Number)} onDone={clear} /> }
          : {})}
        filters={
          <>
            <SearchField
              label={t('preview.customers.search')}
              value={words}
              onChange={(next) => state.setFilters({ words: next })}
            />
            <NativeSelect
              aria-label={t('preview.customers.state')}
              value={done}
              data={[{ value: '', label: t('preview.customers.anyState') }, ...codeChoices(PreviewTaskState)]}
              onChange={(event) => state.setFilters({ done: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={t('preview.customers.result')}
              value={result}
              data={[{ value: '', label: t('preview.customers.anyResult') }, ...codeChoices(PreviewResult)]}
              onChange={(event) => state.setFilters({ result: event.currentTarget.value })}
            />
            <Select
              searchable
              clearable
              comboboxProps={LONG_LIST}
              aria-label={t('preview.customers.agent')}
              placeholder={t('preview.customers.anyAgent')}
              value={agent || null}
              data={[{ value: NOBODY, label: t('preview.customers.nobody') }, ...people]}
              onChange={(next) => state.setFilters({ agent: next ?? '' })}
            />
          </>
        }
        empty={{
          title: t('preview.customers.empty'),
          hint: t('preview.customers.emptyHint'),
          ...(more ? { action: more } : {}),
        }}
      />
      {shown && <TaskCustomerPanel customer={shown} mayEdit={mayEdit} onClose={() => setOpened(null)} />}
    </>
  );
}

/** What is done with the chosen: somebody else's, or out of the task. */
function Chosen({ taskId, ids, onDone }: { taskId: number; ids: number[]; onDone: () => void }) {
  const t = useText();
  const people = usePeople();
  const invalidates = [previewApi.customers, previewApi.statistics, previewApi.detail];
  const assign = useCommand(previewApi.assign, {
    invalidates,
    onDone: ({ assigned }) => {
      toast({ tone: 'success', text: t('preview.assigned', { count: assigned }) });
      onDone();
    },
  });
  const remove = useCommand(previewApi.removeCustomers, {
    invalidates,
    onDone: ({ removed, closed }) => {
      toast({ tone: 'success', text: t('preview.customers.removed', { removed, closed }) });
      onDone();
    },
  });
  async function takeOut(): Promise<void> {
    const isSure = await confirm({
      title: t('preview.customers.removeTitle', { count: ids.length }),
      body: t('preview.customers.removeBody'),
      yes: t('preview.customers.remove'),
      danger: true,
    });
    if (isSure) remove.mutate({ id: taskId, customerIds: ids });
  }
  return (
    <>
      <Select
        searchable
        size="xs"
        comboboxProps={LONG_LIST}
        aria-label={t('preview.customers.give')}
        placeholder={t('preview.customers.give')}
        data={[{ value: NOBODY, label: t('preview.customers.nobody') }, ...people]}
        value={null}
        disabled={assign.isPending}
        onChange={(next) =>
          next &&
          assign.mutate({
            id: taskId,
            how: { by: 'hand', customerIds: ids, agentId: next === NOBODY ? null : Number(next) },
            onlyUnassigned: false,
          })
        }
      />
      <Button size="xs" color="red" variant="light" loading={remove.isPending} onClick={() => void takeOut()}>
        {t('preview.customers.remove')}
      </Button>
    </>
  );
}

function useColumns(): Column<PreviewCustomer>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('preview.column.customerName'),
      required: true,
      card: 'title',
      cell: ({ customerName, phone }) => <b>{customerName || spokenNumber(phone)}</b>,
    },
    {
      id: 'phone',
      header: t('preview.column.phone'),
      width: 170,
      cell: ({ phone }) => <span className="figures">{spokenNumber(phone)}</span>,
    },
    {
      id: 'state',
      header: t('preview.column.state'),
      width: 130,
      card: 'beside',
      cell: ({ taskState }) => <CodeBadge table={PreviewTaskState} code={taskState} />,
    },
    {
      id: 'result',
      header: t('preview.column.result'),
      width: 190,
      cell: ({ result, closedBy }) => (
        <span>
          <CodeBadge table={PreviewResult} code={result} />
          {closedBy !== null && closedBy !== 'result' && (
            <small className="campaign-reason">{t(`preview.closedBy.${closedBy}`)}</small>
          )}
        </span>
      ),
    },
    {
      id: 'agent',
      header: t('preview.column.agentName'),
      width: 140,
      cell: ({ agentName }) => agentName || t('preview.customers.nobody'),
    },
    {
      id: 'attempts',
      header: t('preview.column.attempts'),
      width: 80,
      align: 'end',
      wide: true,
      cell: ({ attempts }) => <span className="figures">{format.number(attempts)}</span>,
    },
    {
      id: 'last',
      header: t('preview.column.lastCallAt'),
      width: 150,
      wide: true,
      cell: ({ lastCallAt }) => format.dateTime(lastCallAt),
    },
    {
      id: 'next',
      header: t('preview.column.nextAt'),
      width: 150,
      wide: true,
      cell: ({ nextAt, taskState }) =>
        taskState === PreviewTaskState.completed || nextAt === null ? '–' : format.dateTime(nextAt),
    },
  ];
}
