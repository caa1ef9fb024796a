import { CampaignDeeds, CampaignList, CampaignStatus } from '#features/outbound/campaigns/web/index.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import { aiTasksApi, type AiTask } from '../contract.ts';
import { NoFlowYet, usePublishedFlows } from './parts/no-flow-yet.tsx';
import { useAiDeeds } from './parts/use-ai-deeds.ts';

const filters = { name: '', status: '' } as const;

/** The tasks by status, with how far each is. */
export default function AiTasksPage() {
  const t = useText();
  const format = useFormat();
  const mayEdit = useCan()('ai-tasks.edit');
  const state = useTableState('ai-tasks', { filters });
  const { name, status } = state.filters;
  const answer = usePage(aiTasksApi.page, {
    page: state.page,
    size: state.size,
    ...(name ? { name } : {}),
    ...(status === '' ? {} : { status: Number(status) }),
  });
  const flows = usePublishedFlows();
  const counts = new Map((answer.data?.statuses ?? []).map(({ status: code, tasks }) => [code, tasks]));
  if (answer.data?.total === 0 && !state.filtered && flows?.length === 0)
    return (
      <Page>
        <NoFlowYet />
      </Page>
    );
  return (
    <CampaignList
      state={state}
      answer={answer}
      name={name}
      onName={(next) => state.setFilters({ name: next })}
      tabs={TaskStatus.rows
        .filter(({ tab }) => tab)
        .map(({ code }) => ({ code, label: codeLabel(TaskStatus, code), tasks: counts.get(code) ?? 0 }))}
      tab={status}
      onTab={(next) => state.setFilters({ status: next })}
      words={{
        menu: t('ai-tasks.menu'),
        empty: t('ai-tasks.empty'),
        emptyHint: t('ai-tasks.emptyHint'),
        newTask: t('ai-tasks.new.title'),
      }}
      path="/task/ai"
      mayEdit={mayEdit}
      status={{ id: 'status', header: t('ai-tasks.column.status'), cell: (task) => <CampaignStatus {...task} /> }}
      about={({ flowName }) => flowName}
      more={[
        {
          id: 'atOnce',
          header: t('ai-tasks.field.callsAtOnce'),
          width: 130,
          align: 'end',
          wide: true,
          cell: ({ callsAtOnce }) => <span className="figures">{format.number(callsAtOnce)}</span>,
        },
      ]}
      deeds={(task) => <AiTaskDeeds task={task} />}
    />
  );
}

/** What is done with a task right from the list. */
const AiTaskDeeds = ({ task }: { task: AiTask }) => <CampaignDeeds look="row" {...useAiDeeds(task)} />;
