import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { aiTasksApi } from '../../contract.ts';

export const aiDeeds = ['pause', 'resume', 'callNow', 'callAgain', 'stop'] as const;
type AiDeed = (typeof aiDeeds)[number];

/** What is other than before once something was done with customers. */
export const ofCustomers = [
  aiTasksApi.customers,
  aiTasksApi.calls,
  aiTasksApi.statistics,
  aiTasksApi.detail,
  aiTasksApi.page,
];

/** What is done with customers of a task: set aside, gone on with, called now or again, or stopped for good. */
export function useCustomerDeeds(taskId: number, onDone: () => void = () => {}) {
  const t = useText();
  const operate = useCommand(aiTasksApi.operateCustomers, {
    invalidates: ofCustomers,
    onDone: ({ changed }) => {
      toast({ tone: changed > 0 ? 'success' : 'info', text: t('ai-tasks.customers.changed', { count: changed }) });
      onDone();
    },
  });
  return {
    isBusy: operate.isPending,
    async deed(name: AiDeed, customerIds: number[]): Promise<void> {
      const isSure =
        name !== 'stop' ||
        (await confirm({
          title: t('ai-tasks.customers.stopTitle', { count: customerIds.length }),
          body: t('ai-tasks.customers.stopBody'),
          yes: t('ai-tasks.deed.stop'),
          danger: true,
        }));
      if (isSure) operate.mutate({ id: taskId, customerIds, operate: name });
    },
  };
}
