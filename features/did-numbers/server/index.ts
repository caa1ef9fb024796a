import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

/** Numbers people outside can call, and where their calls go. */
export const didNumbers = (_world: World): ServerFeature => ({ name: 'did-numbers', routes: [] });
