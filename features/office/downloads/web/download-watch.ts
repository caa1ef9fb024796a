import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { arrivedAt, pollAfterMs } from '../core/download-watch.ts';
import { DownloadStatus } from '#shared/codes/download-status.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { endsSession } from '#platform/web/failures.ts';
import { ensureTexts, text, textOf } from '#platform/web/i18n.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { toast } from '#platform/web/toast.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { DOWNLOADS_CHANGED, downloadsApi, type DownloadItem } from '../contract.ts';
import { downloadTexts } from './texts.ts';

const key = keyOf(downloadsApi.list, {});

/** Keeps the download list up to date for as long as the session lasts, and tells what became of an export. */
export function watchDownloads(client: QueryClient = queryClient): () => void {
  let before: readonly DownloadItem[] | null = null;
  const observer = new QueryObserver<DownloadItem[]>(client, {
    queryKey: key,
    queryFn: ({ signal }) => call(downloadsApi.list, {}, { signal }),
    refetchInterval: ({ state }) => pollAfterMs(state.data ?? []) ?? false,
    // The page asks by itself: trouble with the connection has its own banner.
    meta: { handled: true },
  });
  const stopWatching = observer.subscribe(({ data, error }) => {
    if (endsSession(error)) handleFailure(error);
    if (!data || data === before) return;
    toastArrived(before, data);
    before = data;
  });
  // An answer on its way may be older than the change.
  const stopListening = onEvent(
    DOWNLOADS_CHANGED,
    () => void client.cancelQueries({ queryKey: key }).then(() => client.invalidateQueries({ queryKey: key })),
  );
  return () => {
    stopListening();
    stopWatching();
  };
}

function toastArrived(before: readonly DownloadItem[] | null, now: readonly DownloadItem[]): void {
  const done = arrivedAt(DownloadStatus.done, before, now).length;
  const failed = arrivedAt(DownloadStatus.expired, before, now).filter((item) => item.reason !== '').length;
  if (done > 0) toast({ tone: 'success', text: textOf('notice.exportCompleted', { count: done }) });
  if (failed > 0)
    void ensureTexts('downloads', downloadTexts).then(() =>
      toast({ tone: 'warning', text: text('downloads.someFailed', { count: failed }) }),
    );
}
