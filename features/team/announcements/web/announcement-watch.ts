import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { announcementPollMs } from '../core/announcement-poll.ts';
import { accessApi } from '#features/team/access/contract.ts';
import { call } from '#platform/web/call.ts';
import { handleFailure } from '#platform/web/failure-handler.ts';
import { endsSession } from '#platform/web/failures.ts';
import { queryClient } from '#platform/web/query-client.ts';
import { keyOf } from '#platform/web/use-endpoint.ts';
import { onEvent } from '#platform/web/user-events.ts';
import { ANNOUNCEMENTS_CHANGED, announcementsApi, type UnreadAnnouncement } from '../contract.ts';

const key = keyOf(announcementsApi.effect, {});

/** Looks for unread announcements for as long as the session lasts: by the clock, and at once when told. */
export function watchAnnouncements(client: QueryClient = queryClient): () => void {
  const optionsFor = (everyMs: number) => ({
    queryKey: key,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(announcementsApi.effect, {}, { signal }),
    refetchInterval: everyMs,
    refetchIntervalInBackground: true,
    // The page asks by itself: trouble with the connection has its own banner.
    meta: { handled: true },
  });
  const observer = new QueryObserver<UnreadAnnouncement[]>(client, optionsFor(announcementPollMs(null)));
  let isOver = false;
  const stopWatching = observer.subscribe(({ error }) => {
    if (endsSession(error)) handleFailure(error);
  });
  // Without an answer the ordinary interval stays.
  void call(accessApi.configValue, { name: 'AnnouncementFastPoll' }).then(
    ({ value }) => isOver || observer.setOptions(optionsFor(announcementPollMs(value))),
    () => {},
  );
  const stopListening = onEvent(ANNOUNCEMENTS_CHANGED, () => {
    // An answer on its way may be older than the change.
    void client.cancelQueries({ queryKey: key }).then(() => client.invalidateQueries({ queryKey: key }));
    void client.invalidateQueries({ queryKey: keyOf(announcementsApi.page) });
    void client.invalidateQueries({ queryKey: keyOf(announcementsApi.readers) });
  });
  return () => {
    isOver = true;
    stopListening();
    stopWatching();
  };
}
