import type { ServerFeature } from '#platform/server/feature.ts';
import type { Route } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';

/** Customers that come in and leave as files. */
export function customerFiles(_world: World): ServerFeature {
  const routes: Route[] = [];
  return { name: 'customer-files', jobs: [], routes };
}
