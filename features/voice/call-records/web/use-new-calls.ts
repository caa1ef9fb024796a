import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, type DataOf, type InputOf } from '#platform/web/call.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { throttledRefetch } from '#platform/web/throttled-refetch.ts';
import { CALL_RECORD_ADDED, CALL_RECORDS_GREW, callRecordsApi } from '../contract.ts';
import { unseenOf, withChanges } from './new-calls.ts';

type Wanted = InputOf<typeof callRecordsApi.page>;
type Found = DataOf<typeof callRecordsApi.page>;

/**
 * Calls that have come since a first page was read: how many, and a way to show them. What changed about the rows on show is
 * written into them at once. `onCallEnded` is called whenever a call has ended.
 */
export function useNewCalls(wanted: Wanted, onCallEnded: () => void): { count: number; show: () => void } {
  const client = useQueryClient();
  const asked = JSON.stringify(wanted);
  const [fresh, setFresh] = useState<{ asked: string; found: Found } | null>(null);

  useEffect(() => {
    const input = JSON.parse(asked) as Wanted;
    const key = keyOf(callRecordsApi.page, input);
    const isFirst = input.page === undefined || Number(input.page) === 1;
    const watch = throttledRefetch<Found>({
      ask: (signal) => call(callRecordsApi.page, input, { signal }),
      onNews(found) {
        client.setQueryData<Found>(
          key,
          (before) => before && { ...before, list: withChanges(before.list, found.list) },
        );
        if (isFirst) setFresh({ asked, found });
      },
    });
    const refreshCalls = (callIds: readonly string[]) => {
      watch.refresh();
      for (const callId of callIds)
        void client.invalidateQueries({ queryKey: keyOf(callRecordsApi.detail, { callId }) });
      onCallEnded();
    };
    const stops = [
      onEvent<{ callId: string }>(CALL_RECORD_ADDED, ({ callId }) => refreshCalls([callId])),
      onEvent<{ callIds: string[] }>(CALL_RECORDS_GREW, ({ callIds }) => refreshCalls(callIds)),
      watch.stop,
    ];
    return () => stops.forEach((stop) => stop());
  }, [asked, client, onCallEnded]);

  const news = fresh?.asked === asked ? fresh.found : null;
  const shown = client.getQueryData<Found>(keyOf(callRecordsApi.page, wanted));
  return {
    count: news && shown ? unseenOf(shown.list, news.list) : 0,
    show() {
      if (!news) return;
      client.setQueryData<Found>(keyOf(callRecordsApi.page, wanted), news);
      setFresh(null);
    },
  };
}
