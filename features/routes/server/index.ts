import type { ServerFeature } from '#platform/server/feature.ts';
import type { World } from '#platform/server/world.ts';
import type { CallPlans } from './call-plans.ts';

export type * from './call-plans.ts';
export { defaultCallSettings, readCallSettings, wireCallSettings, type WireCallSettings } from './call-settings.ts';

/** Reads where calls may go. */
export const openCallPlans = (_world: World): CallPlans => undefined as never;

/** Outbound lines, routers and display numbers. */
export const callRoutes = (_world: World, _plans: CallPlans): ServerFeature => ({ name: 'routes', routes: [] });
