import { CampaignDeeds, CampaignList } from '#features/outbound/campaigns/web/index.ts';
import { download } from '#platform/web/download.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { previewApi, type PreviewTask } from '../contract.ts';
import { TaskStateBadge } from './parts/task-state-badge.tsx';
import { useTaskDeeds } from './parts/use-task-deeds.ts';

const filters = { name: '', state: '' } as const;

/** The tasks by state, with how far each is. */
export default function TasksPage() {
  const t = useText();
  const format = useFormat();
  const mayEdit = useCan()('preview.edit');
  const state = useTableState('preview-tasks', { filters });
  const { name, state: shown } = state.filters;
  const answer = usePage(previewApi.page, {
    page: state.page,
    size: state.size,
    ...(name ? { name } : {}),
    ...(shown === '' ? {} : { state: Number(shown) }),
  });
  const counts = new Map((answer.data?.states ?? []).map(({ state: code, tasks }) => [code, tasks]));
  return (
    <CampaignList
      state={state}
      answer={answer}
      name={name}
      onName={(next) => state.setFilters({ name: next })}
      tabs={PreviewState.rows.map(({ code }) => ({
        code,
        label: codeLabel(PreviewState, code),
        tasks: counts.get(code) ?? 0,
      }))}
      tab={shown}
      onTab={(next) => state.setFilters({ state: next })}
      words={{
        menu: t('preview.menu'),
        empty: t('preview.empty'),
        emptyHint: t('preview.emptyHint'),
        newTask: t('preview.new.title'),
      }}
      path="/task/preview"
      mayEdit={mayEdit}
      status={{
        id: 'state',
        header: t('preview.column.state'),
        cell: (task) => <TaskStateBadge {...task} />,
      }}
      more={[
        {
          id: 'priority',
          header: t('preview.column.priority'),
          width: 90,
          align: 'end',
          wide: true,
          cell: ({ priority }) => <span className="figures">{format.number(priority)}</span>,
        },
      ]}
      deeds={(task) => <TaskDeeds task={task} />}
      onExport={() => download(previewApi.exportTasks, { kind: 'xlsx' })}
    />
  );
}

/** What is done with a task right from the list. */
const TaskDeeds = ({ task }: { task: PreviewTask }) => <CampaignDeeds look="row" {...useTaskDeeds(task)} />;
