import { useMemo } from 'react';
import { matchRoutes, Navigate, useLocation, useRoutes, type RouteObject } from 'react-router';
import { HOME, isAddressOf } from '#core/shell/address.ts';
import { lazily, type WebFeature } from '#platform/web/feature.ts';
import { SlotsContext } from '#platform/web/use-slot.ts';
import { waitingPartsOf, WaitingPartsContext } from '#platform/web/waiting-parts.ts';
import { windowsOf, WindowsContext } from '#platform/web/windows.ts';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { pageLabels } from './page-labels.ts';
import { RoutedPage } from './routed-page.tsx';
import { RoutedContext, type Routed } from './use-routed.ts';

/**
 * The pages that may be meant by a path, of which the router takes the most exact: it makes patterns of all it is given each time it is asked,
 * which would be a good part of a first drawing.
 */
const pagesAt = (features: readonly WebFeature[], pathname: string): RouteObject[] =>
  features.flatMap((feature) =>
    feature.routes
      .filter(({ path }) => isAddressOf(path, pathname))
      .map((route) => ({
        path: route.path,
        handle: { feature, route } satisfies Routed,
        element: (
          <RoutedPage
            page={lazily(feature, route.page, () => pageLabels(route))}
            access={route.access}
            when={route.when}
          />
        ),
      })),
  );

const routedAt = (routes: RouteObject[], pathname: string): Routed | null =>
  (matchRoutes(routes, pathname)?.at(-1)?.route.handle as Routed | undefined) ?? null;

/** The page an address leads to. */
export const pageAt = (features: readonly WebFeature[], { pathname }: { pathname: string }): Routed | null =>
  routedAt(pagesAt(features, pathname), pathname);

/** The page the address leads to, with everything around it. */
export function ProductPages({ features }: { features: readonly WebFeature[] }) {
  const { pathname } = useLocation();
  const frame = useMemo(() => <Frame features={features} />, [features]);
  const pages = useMemo(() => pagesAt(features, pathname), [features, pathname]);
  const routed = useMemo(() => routedAt(pages, pathname), [pages, pathname]);
  const shown = useRoutes([
    {
      element: frame,
      children: [
        { path: '/', element: <Navigate to={HOME} replace /> },
        ...pages,
        { path: '*', element: <NotFound /> },
      ],
    },
  ]);
  const windows = useMemo(() => windowsOf(features), [features]);
  const waiting = useMemo(() => waitingPartsOf(features), [features]);
  return (
    <WindowsContext value={windows}>
      <WaitingPartsContext value={waiting}>
        <SlotsContext value={features}>
          <RoutedContext value={routed}>{shown}</RoutedContext>
        </SlotsContext>
      </WaitingPartsContext>
    </WindowsContext>
  );
}
