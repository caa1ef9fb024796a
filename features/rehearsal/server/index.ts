import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

/** Numbers to try and virtual customers who call in; only where the rehearsal carrier is. */
export const rehearsal = (_world: World): ServerFeature => ({ name: 'rehearsal', routes: [] });
