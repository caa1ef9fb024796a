import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TENANTS_CHANGED } from '#core/operator/console-news.ts';
import { throttledReads } from '#platform/web/throttled-reads.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { tenantsApi } from '../contract.ts';

const shown = [tenantsApi.figures, tenantsApi.page, tenantsApi.detail, tenantsApi.lent] as const;

/** While a page of the console is open, what it shows is read anew when the server says that something changed. */
export function useLiveConsole(): void {
  const client = useQueryClient();
  useEffect(() => {
    const reads = throttledReads(async () => {
      await Promise.all(shown.map((one) => client.invalidateQueries({ queryKey: keyOf(one) })));
    });
    const stop = onEvent(TENANTS_CHANGED, reads.refresh);
    return () => {
      stop();
      reads.stop();
    };
  }, [client]);
}
