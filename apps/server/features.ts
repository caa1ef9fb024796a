import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';

/** Every capability of the server, one line each. */
export const serverFeatures: ((world: World) => ServerFeature)[] = [
];
