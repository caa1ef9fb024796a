import { createContext, use } from 'react';
import type { PageRoute, WebFeature } from '#platform/web/feature.ts';

/** What the shell knows of the page on show. */
export interface Routed {
  feature: WebFeature;
  route: PageRoute;
}

export const RoutedContext = createContext<Routed | null>(null);

/** The page on show; none at an address nobody knows. */
export const useRouted = (): Routed | null => use(RoutedContext);
