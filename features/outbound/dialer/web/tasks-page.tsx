import { CampaignDeeds, CampaignList, CampaignStatus } from '#features/outbound/campaigns/web/index.ts';
import { download } from '#platform/web/download.ts';
import { useText } from '#platform/web/i18n.ts';
import { codeLabel } from '#platform/web/ui/code-badge.tsx';
import { useTableState } from '#platform/web/ui/table/table-state.ts';
import { usePage } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import { dialerApi, type DialerTask } from '../contract.ts';
import { useDialerDeeds } from './parts/use-dialer-deeds.ts';

const filters = { name: '', status: '' } as const;

/** The tasks by status, with how far each is, and who paused it and why. */
export default function DialerTasksPage() {
  const t = useText();
  const mayEdit = useCan()('dialer.edit');
  const state = useTableState('dialer-tasks', { filters });
  const { name, status } = state.filters;
  const answer = usePage(dialerApi.page, {
    page: state.page,
    size: state.size,
    ...(name ? { name } : {}),
    ...(status === '' ? {} : { status: Number(status) }),
  });
  const counts = new Map((answer.data?.statuses ?? []).map(({ status: code, tasks }) => [code, tasks]));
  return (
    <CampaignList
      state={state}
      answer={answer}
      name={name}
      onName={(next) => state.setFilters({ name: next })}
      // One that failed has no tab of its own, and stands under all.
      tabs={TaskStatus.rows
        .filter(({ tab }) => tab)
        .map(({ code }) => ({ code, label: codeLabel(TaskStatus, code), tasks: counts.get(code) ?? 0 }))}
      tab={status}
      onTab={(next) => state.setFilters({ status: next })}
      words={{
        menu: t('dialer.menu'),
        empty: t('dialer.empty'),
        emptyHint: t('dialer.emptyHint'),
        newTask: t('dialer.new.title'),
      }}
      path="/task/dialer"
      mayEdit={mayEdit}
      status={{ id: 'status', header: t('dialer.column.state'), cell: (task) => <CampaignStatus {...task} /> }}
      about={({ dispatchType }) => codeLabel(DispatchType, dispatchType)}
      deeds={(task) => <DialerTaskDeeds task={task} />}
      onExport={() => download(dialerApi.exportTasks, { kind: 'xlsx' })}
    />
  );
}

/** What is done with a task right from the list. */
const DialerTaskDeeds = ({ task }: { task: DialerTask }) => <CampaignDeeds look="row" {...useDialerDeeds(task)} />;
