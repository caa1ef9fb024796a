import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

/** How often, where to and how much may be called. */
export const callLimits = (_world: World): ServerFeature => ({ name: 'call-limits', routes: [] });
