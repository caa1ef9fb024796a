import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { CHAT_REPORT_CHANGED, chatReportsApi } from '../contract.ts';
import { throttledReads } from '#platform/web/throttled-reads.ts';

/** Reads the report anew when conversations end; `onChanged` is called each time. */
export function useLiveReport(onChanged: () => void): void {
  const client = useQueryClient();
  useEffect(() => {
    const { refresh, stop } = throttledReads(() => {
      onChanged();
      return client.invalidateQueries({ queryKey: keyOf(chatReportsApi.figures) });
    });
    const deaf = onEvent(CHAT_REPORT_CHANGED, refresh);
    return () => {
      deaf();
      stop();
    };
  }, [client, onChanged]);
}
