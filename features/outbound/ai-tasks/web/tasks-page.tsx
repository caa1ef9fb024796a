import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { CampaignDeeds, CampaignProgress, CampaignStatus } from '#features/outbound/campaigns/web/index.ts';
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
import { TaskStatus } from '#shared/codes/task-status.ts';
import { aiTasksApi, type AiTask } from '../contract.ts';
import { aiTaskAddress } from './address.ts';
import { NoFlowYet, usePublishedFlows } from './parts/no-flow-yet.tsx';
import { useAiDeeds } from './parts/use-ai-deeds.ts';
import './ai-tasks.css';

const filters = { name: '', status: '' } as const;
const EVERY = '';

/** The tasks by status, with how far each is. */
export default function AiTasksPage() {
  const t = useText();
  const navigate = useNavigate();
  const mayEdit = useCan()('ai-tasks.edit');
  const state = useTableState('ai-tasks', { filters });
  const { name, status } = state.filters;
  const answer = usePage(aiTasksApi.page, {
    page: state.page,
    size: state.size,
    ...(name ? { name } : {}),
    ...(status === EVERY ? {} : { status: Number(status) }),
  });
  const columns = useColumns(mayEdit);
  const flows = usePublishedFlows();
  const counts = new Map((answer.data?.statuses ?? []).map(({ status: code, tasks }) => [code, tasks]));
  const tabs = [
    { value: EVERY, label: t('ai-tasks.everyStatus') },
    ...TaskStatus.rows
      .filter(({ tab }) => tab)
      .map(({ code }) => ({
        value: String(code),
        label: `${codeLabel(TaskStatus, code)} ${counts.get(code) ?? 0}`,
      })),
  ];
  const add = mayEdit && (
    <Button component={Link} to="/task/ai/new" leftSection={<Plus size={16} aria-hidden />}>
      {t('ai-tasks.new.title')}
    </Button>
  );
  if (answer.data?.total === 0 && !state.filtered && flows?.length === 0)
    return (
      <Page>
        <NoFlowYet />
      </Page>
    );
  return (
    <Page>
      <div className="ai-task-tabs">
        <Choice
          label={t('ai-tasks.statuses')}
          value={status}
          options={tabs}
          onChange={(next) => state.setFilters({ status: next })}
        />
      </div>
      <DataTable
        label={t('ai-tasks.menu')}
        state={state}
        columns={columns}
        answer={answer}
        rowId={({ id }) => id}
        onOpen={({ id }) => void navigate(aiTaskAddress(id))}
        filters={
          <SearchField
            label={t('ai-tasks.search')}
            value={name}
            onChange={(next) => state.setFilters({ name: next })}
          />
        }
        actions={add}
        empty={{ title: t('ai-tasks.empty'), hint: t('ai-tasks.emptyHint'), ...(add ? { action: add } : {}) }}
      />
    </Page>
  );
}

function useColumns(mayEdit: boolean): Column<AiTask>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      id: 'name',
      header: t('ai-tasks.column.name'),
      required: true,
      card: 'title',
      cell: ({ id, name, flowName }) => (
        <span className="ai-task-name">
          <Link to={aiTaskAddress(id)} onClick={(event) => event.stopPropagation()}>
            <b>{name}</b>
          </Link>
          <small>{flowName}</small>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('ai-tasks.column.status'),
      width: 190,
      card: 'beside',
      cell: (task) => <CampaignStatus {...task} />,
    },
    {
      id: 'progress',
      header: t('ai-tasks.column.progress'),
      width: 200,
      cell: (task) => <CampaignProgress {...task} />,
    },
    {
      id: 'atOnce',
      header: t('ai-tasks.field.callsAtOnce'),
      width: 130,
      align: 'end',
      wide: true,
      cell: ({ callsAtOnce }) => <span className="figures">{format.number(callsAtOnce)}</span>,
    },
    {
      id: 'expires',
      header: t('ai-tasks.column.expires'),
      width: 160,
      wide: true,
      cell: ({ expiresAt }) => format.dateTime(expiresAt),
    },
    {
      id: 'created',
      header: t('ai-tasks.column.createdAt'),
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
            cell: (task: AiTask) => <AiTaskMenu task={task} />,
          },
        ]
      : []),
  ];
}

/** What is done with a task right from the list. */
const AiTaskMenu = ({ task }: { task: AiTask }) => <CampaignDeeds look="row" {...useAiDeeds(task)} />;
