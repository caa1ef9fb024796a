import { useMemo } from 'react';
import { matchRoutes, Navigate, useLocation, useRoutes, type RouteObject } from 'react-router';
import { HOME } from '#core/shell/address.ts';
import { lazily, type WebFeature } from '#platform/web/feature.ts';
import { SlotsContext } from '#platform/web/use-slot.ts';
import { waitingPartsOf, WaitingPartsContext } from '#platform/web/waiting-parts.ts';
import { windowsOf, WindowsContext } from '#platform/web/windows.ts';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { pageLabels } from './page-labels.ts';
import { RoutedPage } from './routed-page.tsx';
import { RoutedContext, type Routed } from './use-routed.ts';

/** The routes of the product, from the feature list. */
const routesOf = (features: readonly WebFeature[]): RouteObject[] => [
  {
    element: <Frame features={features} />,
    children: [
      { path: '/', element: <Navigate to={HOME} replace /> },
      ...features.flatMap((feature) =>
        feature.routes.map((route): RouteObject => ({
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
      ),
      { path: '*', element: <NotFound /> },
    ],
  },
];

const routedAt = (routes: RouteObject[], location: { pathname: string }): Routed | null =>
  (matchRoutes(routes, location)?.at(-1)?.route.handle as Routed | undefined) ?? null;

/** The page an address leads to. */
export const pageAt = (features: readonly WebFeature[], location: { pathname: string }): Routed | null =>
  routedAt(routesOf(features), location);

/** The page the address leads to, with everything around it. */
export function ProductPages({ features }: { features: readonly WebFeature[] }) {
  const routes = useMemo(() => routesOf(features), [features]);
  const windows = useMemo(() => windowsOf(features), [features]);
  const waiting = useMemo(() => waitingPartsOf(features), [features]);
  return (
    <WindowsContext value={windows}>
      <WaitingPartsContext value={waiting}>
        <SlotsContext value={features}>
          <RoutedContext value={routedAt(routes, useLocation())}>{useRoutes(routes)}</RoutedContext>
        </SlotsContext>
      </WaitingPartsContext>
    </WindowsContext>
  );
}
