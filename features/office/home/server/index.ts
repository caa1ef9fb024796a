import { mayUse } from '#platform/server/http/caller.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { System } from '#shared/codes/system.ts';
import { homeApi } from '../contract.ts';
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
export function home({ db, clock, texts }: Pick<World, 'db' | 'clock' | 'texts'>): ServerFeature {
  return {
    name: 'home',
    menu,
    routes: routes('home', homeApi, {
      summary: (caller) =>
        db.tenant(caller, async (tx) => {
          const rows = homeRepo(tx);
          const last = await rows.lastOperations(caller.userId);
          return {
            operationsToday: await rows.operationsSinceMidnight(caller.userId, caller.timeZone, clock.nowMs()),
            recent: last.map(({ module, action, target, outcome, at }) => ({
              what: texts.say(caller.language, `${module}.log.${action}`),
              target: target === caller.name ? null : target,
              at,
              failed: outcome !== 0,
            })),
            people: mayUse(caller, 'access.view') ? await rows.people(clock.nowMs()) : null,
          };
        }),
    }),
  };
}
