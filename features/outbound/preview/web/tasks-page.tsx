import { Button } from '@mantine/core';
import { FileDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { CampaignDeeds, CampaignProgress } from '#features/outbound/campaigns/web/index.ts';
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
import { PreviewState } from '#shared/codes/preview-state.ts';
import { previewApi, type PreviewTask } from '../contract.ts';
import { taskAddress } from './address.ts';
import { TaskStateBadge } from './parts/task-state-badge.tsx';
import { useTaskDeeds } from './parts/use-task-deeds.ts';
import './preview.css';

const filters = { name: '', state: '' } as const;
const EVERY = '';

/** The tasks by state, with how far each is. */
export default function TasksPage() {
  const t = useText();
  const navigate = useNavigate();
  const mayEdit = useCan()('preview.edit');
  const state = useTableState('preview-tasks', { filters });
  const { name, state: shown } = state.filters;
  const answer = usePage(previewApi.page, {
    page: state.page,
    size: state.size,
    ...(name ? { name } : {}),
    ...(shown === EVERY ? {} : { state: Number(shown) }),
  });
  const [isFetching, setFetching] = useState(false);
  const columns = useColumns(mayEdit);
  const counts = new Map((answer.data?.states ?? []).map(({ state: code, tasks }) => [String(code), tasks]));
  const tabs = [
    { value: EVERY, label: t('preview.everyState') },
    ...PreviewState.rows.map(({ code }) => ({
      value: String(code),
      label: `${codeLabel(PreviewState, code)} ${counts.get(String(code)) ?? 0}`,
    })),
  ];
  const write = () => {
    setFetching(true);
    void download(previewApi.exportTasks, { kind: 'xlsx' })
      .catch(handleFailure)
      .finally(() => setFetching(false));
  };
  const add = mayEdit && (
    <Button component={Link} to="/task/preview/new" leftSection={<Plus size={16} aria-hidden />}>
      {t('preview.new.title')}
    </Button>
  );
  return (
    <Page>
      <div className="preview-tabs">
        <Choice
          label={t('preview.states')}
          value={shown}
          options={tabs}
          onChange={(next) => state.setFilters({ state: next })}
        />
      </div>
      <DataTable
        label={t('preview.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={({ id }) => void navigate(taskAddress(id))}
        filters={
          <SearchField label={t('preview.search')} value={name} onChange={(next) => state.setFilters({ name: next })} />
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
        empty={{ title: t('preview.empty'), hint: t('preview.emptyHint'), ...(add ? { action: add } : {}) }}
      />
    </Page>
  );
}

function useColumns(mayEdit: boolean): Column<PreviewTask>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('preview.column.name'),
      required: true,
      card: 'title',
      cell: ({ id, name }) => (
        <Link to={taskAddress(id)} onClick={(event) => event.stopPropagation()}>
          <b>{name}</b>
        </Link>
      ),
    },
    {
      id: 'state',
      header: t('preview.column.state'),
      width: 190,
      card: 'beside',
      cell: (task) => <TaskStateBadge {...task} />,
    },
    {
      id: 'progress',
      header: t('preview.column.progress'),
      width: 200,
      cell: (task) => <CampaignProgress {...task} />,
    },
    {
      id: 'priority',
      header: t('preview.column.priority'),
      width: 90,
      align: 'end',
      wide: true,
      cell: ({ priority }) => <span className="figures">{format.number(priority)}</span>,
    },
    {
      id: 'expires',
      header: t('preview.column.expires'),
      width: 160,
      wide: true,
      cell: ({ expiresAt }) => format.dateTime(expiresAt),
    },
    {
      id: 'created',
      header: t('preview.column.createdAt'),
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
            cell: (task: PreviewTask) => <TaskMenu task={task} />,
          },
        ]
      : []),
  ];
}

/** What is done with a task right from the list. */
const TaskMenu = ({ task }: { task: PreviewTask }) => <CampaignDeeds look="row" {...useTaskDeeds(task)} />;
