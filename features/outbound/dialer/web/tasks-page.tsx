import { Button } from '@mantine/core';
import { FileDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { CampaignDeeds, CampaignProgress, CampaignStatus } from '#features/outbound/campaigns/web/index.ts';
import { download } from '#platform/web/download.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Choice } from '#platform/web/ui/choice.tsx';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { Column } from '#platform/web/ui/table/column.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import { dialerApi, type DialerTask } from '../contract.ts';
import { dialerAddress } from './address.ts';
import { useDialerDeeds } from './parts/use-dialer-deeds.ts';
import './dialer.css';

const filters = { name: '', status: '' } as const;
const EVERY = '';

/** The tasks by status, with how far each is, and who paused it and why. */
export default function DialerTasksPage() {
  const t = useText();
  const navigate = useNavigate();
  const mayEdit = useCan()('dialer.edit');
  const state = useTableState('dialer-tasks', { filters });
  const { name, status } = state.filters;
  const answer = usePage(dialerApi.page, {
    page: state.page,
    size: state.size,
    ...(name ? { name } : {}),
    ...(status === EVERY ? {} : { status: Number(status) }),
  });
  const [isFetching, setFetching] = useState(false);
  const columns = useColumns(mayEdit);
  const counts = new Map((answer.data?.statuses ?? []).map(({ status: code, tasks }) => [code, tasks]));
  // One that failed has no tab of its own, and stands under all.
  const tabs = [
    { value: EVERY, label: t('dialer.everyStatus') },
    ...TaskStatus.rows
      .filter(({ tab }) => tab)
      .map(({ code }) => ({ value: String(code), label: `${codeLabel(TaskStatus, code)} ${counts.get(code) ?? 0}` })),
  ];
  const write = () => {
    setFetching(true);
    void download(dialerApi.exportTasks, { kind: 'xlsx' })
      .catch(handleFailure)
      .finally(() => setFetching(false));
  };
  const add = mayEdit && (
    <Button component={Link} to="/task/dialer/new" leftSection={<Plus size={16} aria-hidden />}>
      {t('dialer.new.title')}
    </Button>
  );
  return (
    <Page>
      <div className="dialer-tabs">
        <Choice
          label={t('dialer.statuses')}
          value={status}
          options={tabs}
          onChange={(next) => state.setFilters({ status: next })}
        />
      </div>
      <DataTable
        label={t('dialer.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={({ id }) => void navigate(dialerAddress(id))}
        filters={
          <SearchField label={t('dialer.search')} value={name} onChange={(next) => state.setFilters({ name: next })} />
        }
        actions={
          <>
            <Button
              variant="default"
              loading={isFetching}
              leftSection={<FileDown size={15} aria-hidden />}
              onClick={write}
            >
              {t('ui.export')}
            </Button>
            {add}
          </>
        }
        empty={{ title: t('dialer.empty'), hint: t('dialer.emptyHint'), ...(add ? { action: add } : {}) }}
      />
    </Page>
  );
}

function RowDeeds({ task }: { task: DialerTask }) {
  return <CampaignDeeds look="row" {...useDialerDeeds(task)} />;
}

function useColumns(mayEdit: boolean): Column<DialerTask>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('dialer.column.name'),
      required: true,
      card: 'title',
      cell: ({ id, name, dispatchType }) => (
        <span className="dialer-name">
          <Link to={dialerAddress(id)} onClick={(event) => event.stopPropagation()}>
            <b>{name}</b>
          </Link>
          <small>{codeLabel(DispatchType, dispatchType)}</small>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('dialer.column.state'),
      width: 210,
      card: 'beside',
      cell: (task) => <CampaignStatus {...task} />,
    },
    {
      id: 'progress',
      header: t('dialer.column.progress'),
      width: 180,
      cell: (task) => <CampaignProgress {...task} />,
    },
    {
      id: 'expires',
      header: t('dialer.column.expires'),
      width: 150,
      wide: true,
      cell: ({ expiresAt }) => format.dateTime(expiresAt),
    },
    {
      id: 'created',
      header: t('dialer.column.createdAt'),
      width: 190,
      wide: true,
      cell: ({ author, createdAt }) => [author, format.date(createdAt)].filter(Boolean).join(' · '),
    },
    ...(mayEdit
      ? [
          {
            id: 'deeds',
            header: '',
            required: true,
            width: 124,
            align: 'end' as const,
            cell: (task: DialerTask) => <RowDeeds task={task} />,
          },
        ]
      : []),
  ];
}
