import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { dialerApi, type CustomerDeed } from '../../contract.ts';

/** Sets customers aside, goes on with them, has them called next, opens them again or takes them out; what is lost is asked for first. */
export function useCustomerDeeds(taskId: number, onDone: () => void) {
  const t = useText();
  const command = useCommand(dialerApi.operate, {
    invalidates: [dialerApi.customers, dialerApi.figures, dialerApi.detail, dialerApi.board],
    onDone: ({ done }, { deed }) => {
      toast({ tone: done > 0 ? 'success' : 'info', text: t(`dialer.deedDone.${deed}`, { count: done }) });
      onDone();
    },
  });
  return {
    isBusy: command.isPending,
    async operate(deed: CustomerDeed, customerIds: number[]): Promise<void> {
      const isSure =
        deed !== 'remove' ||
        (await confirm({
          title: t('dialer.customers.removeTitle', { count: customerIds.length }),
          body: t('dialer.customers.removeBody'),
          yes: t('dialer.deed.remove'),
          danger: true,
        }));
      if (isSure) command.mutate({ id: taskId, customerIds, deed });
    },
  };
}
