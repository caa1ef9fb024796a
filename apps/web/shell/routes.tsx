import { Navigate, type RouteObject } from 'react-router';
import { HOME } from '#core/shell/address.ts';
import { lazily, type WebFeature } from '#platform/web/feature.ts';
import { Frame } from './frame.tsx';
import { NotFound } from './not-found.tsx';
import { RoutedPage } from './routed-page.tsx';
import type { Routed } from './use-routed.ts';

/** The routes of the product, from the feature list. */
export const routesOf = (features: readonly WebFeature[]): RouteObject[] => [
  {
    element: <Frame features={features} />,
    children: [
      { path: '/', element: <Navigate to={HOME} replace /> },
      ...features.flatMap((feature) => feature.routes.map((route): RouteObject => ({ path: route.path, handle: { feature, route } satisfies Routed, element: <RoutedPage page={lazily(feature, route.page)} access={route.access} /> }))),
      { path: '*', element: <NotFound /> },
    ],
  },
];
