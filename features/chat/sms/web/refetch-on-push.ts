import { customersApi } from '#features/customers/customers/contract.ts';
import { ensureFeatureTexts, type FeatureContext } from '#platform/web/feature.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { invalidate } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { SMS_CHANGED, SMS_REPLIED, smsApi } from '../contract.ts';
import { smsTexts } from './texts.ts';

/** Several steps of one moment are one question. */
const PAUSE_MS = 300;

interface Changed {
  id: number;
  customerId: number | null;
}

/** Asks again for what is on the page when a message goes on, and tells of answers; the answer stops it. */
export function refetchSmsOnPush({ go }: FeatureContext): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const customers = new Set<number>();

  function ask(): void {
    timer = null;
    void invalidate(smsApi.recordPage);
    // Only whoever looks at one of these customers asks.
    void queryClient.invalidateQueries({
      queryKey: [customersApi.timeline.path],
      predicate: ({ queryKey: [, asked] }) => customers.has((asked as { id?: number } | undefined)?.id ?? 0),
    });
    customers.clear();
  }

  const stops = [
    onEvent<Changed>(SMS_CHANGED, ({ customerId }) => {
      if (customerId !== null) customers.add(customerId);
      timer ??= setTimeout(ask, PAUSE_MS);
    }),
    onEvent<Changed & { wish: 'stop' | 'start' | null }>(SMS_REPLIED, ({ id, customerId, wish }) => {
      void ensureFeatureTexts({ name: 'sms', text: smsTexts }).then(() =>
        toast({
          tone: 'info',
          id: `sms-${id}`,
          text: text(wish === 'stop' ? 'sms.answeredStop' : 'sms.answered'),
          action: {
            text: text('sms.show'),
            run: () => go(customerId === null ? '/sms/records' : `/customers/${customerId}`),
          },
        }),
      );
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    if (timer) clearTimeout(timer);
  };
}
