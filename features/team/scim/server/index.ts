import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { scimApi } from '../contract.ts';
import { documentHandlers } from './documents.ts';
import { tokenHandlers } from './tokens.ts';
import { userHandlers } from './users.ts';

type Needs = Pick<World, 'clock' | 'db' | 'demo' | 'log' | 'publicUrl' | 'sessions'>;

/** SCIM 2.0: the company's identity provider keeps its people here as it keeps them at home. */
export const scim = (world: Needs): ServerFeature => ({
  name: 'scim',
  routes: routes('scim', scimApi, { ...tokenHandlers(world), ...documentHandlers(world), ...userHandlers(world) }),
});
