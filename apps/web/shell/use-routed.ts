import { useMatches } from 'react-router';
import type { PageRoute, WebFeature } from '#platform/web/feature.ts';

/** What the shell knows of the page on show. */
export interface Routed {
  feature: WebFeature;
  route: PageRoute;
}

/** The page on show; none at an address nobody knows. */
export const useRouted = (): Routed | null => (useMatches().at(-1)?.handle as Routed | undefined) ?? null;
