import { mayUse } from '#platform/server/http/caller.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { homeApi } from '../contract.ts';
import { guideFor } from './guide.ts';
import { homeRepo } from './home.repo.ts';

const menu = [System.contactCentre, System.platform].map((system) => ({
  key: '/home',
  name: 'home.menu',
  system,
  order: 0,
  access: 'signedIn',
  icon: 'house',
}));

/** The start page: where everybody arrives after signing in. */
export function home(world: Pick<World, 'catalogue' | 'clock' | 'db' | 'texts'>): ServerFeature {
  const { db, clock } = world;
  return {
    name: 'home',
    menu,
    routes: routes('home', homeApi, {
      guide: (caller) => db.tenant(caller, (tx) => guideFor(world, tx, caller)),
      summary: async (caller) => ({
        people: mayUse(caller, 'access.view')
          ? await db.tenant(caller, (tx) => homeRepo(tx).people(clock.nowMs()))
          : null,
      }),
    }),
  };
}
