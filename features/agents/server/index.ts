import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

/** Who has a phone: accounts of the exchange, their lines and settings. */
export const agents = (_world: World): ServerFeature => ({ name: 'agents', routes: [] });
