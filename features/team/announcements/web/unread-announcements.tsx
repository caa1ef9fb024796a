import { Suspense } from 'react';
import { lazy } from '#platform/web/lazy-part.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { announcementsApi } from '../contract.ts';

const AnnouncementModal = lazy(() => import('./announcement-modal.tsx'));

/** Fetches the modal when there is something to read; most visits have nothing. */
export default function UnreadAnnouncements() {
  const { data: unread = [] } = useEndpoint(announcementsApi.effect, {}, { handlesFailures: true });
  return unread.length > 0 ? (
    <Suspense fallback={null}>
      <AnnouncementModal />
    </Suspense>
  ) : null;
}
