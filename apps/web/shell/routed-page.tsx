import { Suspense, type ComponentType } from 'react';
import { useLocation } from 'react-router';
import type { Access } from '#shared/endpoint.ts';
import { ConsoleGate } from '#features/operator/operators/web/index.ts';
import type { PageRoute } from '#platform/web/feature.ts';
import { LoadingPage, PageBoundary } from '#platform/web/ui/states.tsx';
import { useCan, useViewer } from '#platform/web/viewer.ts';
import { NoAccess } from './not-found.tsx';

/** A page of a feature: guarded, fetched when needed, and with its bugs kept to itself. */
export function RoutedPage({
  page: Page,
  access = 'signedIn',
  when,
}: {
  page: ComponentType;
  access?: Access | undefined;
  when?: PageRoute['when'];
}) {
  const can = useCan();
  const who = useViewer();
  const { pathname } = useLocation();
  if (!can(access) || (when && !(who && when(who)))) return <NoAccess />;
  return (
    <PageBoundary key={pathname}>
      <Suspense fallback={<LoadingPage />}>
        {access === 'operator' ? (
          <ConsoleGate>
            <Page />
          </ConsoleGate>
        ) : (
          <Page />
        )}
      </Suspense>
    </PageBoundary>
  );
}
