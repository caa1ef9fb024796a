import { Suspense, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import type { Access } from '#shared/endpoint.ts';
import { LoadingPage, PageBoundary } from '#platform/web/ui/states.tsx';
import { useCan } from '#platform/web/viewer.ts';
import { NoAccess } from './not-found.tsx';

/** A page of a feature: guarded, fetched when needed, and with its bugs kept to itself. */
export function RoutedPage({ page: Page, access = 'signedIn' }: { page: ComponentType; access?: Access | undefined }) {
  const can = useCan();
  const { pathname } = useLocation();
  if (!can(access)) return <NoAccess />;
  return (
    <PageBoundary key={pathname}>
      <Suspense fallback={<LoadingPage />}>
        <Page />
      </Suspense>
    </PageBoundary>
  );
}
