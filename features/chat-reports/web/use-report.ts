import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { CHAT_REPORT_CHANGED, chatReportsApi } from '../contract.ts';

/** Reads of a report are dear: of many endings together comes one reading. */
export const READ_AGAIN_MS = 5_000;

/** Reads the report anew when conversations end, at most every five seconds; `heard` is called each time. */
export function useLiveReport(heard: () => void): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastMs = Number.NEGATIVE_INFINITY;
    const read = () => {
      timer = undefined;
      lastMs = Date.now();
      heard();
      void client.invalidateQueries({ queryKey: keyOf(chatReportsApi.figures) });
    };
    const stop = onEvent(CHAT_REPORT_CHANGED, () => {
      timer ??= setTimeout(read, Math.max(0, lastMs + READ_AGAIN_MS - Date.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, heard]);
}
