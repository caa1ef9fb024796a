import { isForAgents, isOpenAt } from '#core/call/choose-routes.ts';
import { allowedCountries } from '#features/voice/call-limits/server/index.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { routes } from '#platform/server/http/routes.ts';
import type { World } from '#platform/server/world.ts';
import { RouteType } from '#shared/codes/route-type.ts';
import { System } from '#shared/codes/system.ts';
import { countries } from '#shared/countries.ts';
import { Failure } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { routesApi, type DisplayNumber } from '../contract.ts';
import { askPlanHandlers } from './ask-plan.ts';
import { sweepJob } from './call-attempts.ts';
import { attemptsPersonData } from './attempts-person.ts';
import { demoRoutes } from './demo.ts';
import { groupRouteHandlers } from './group-route-handlers.ts';
import type { OpenCallPlans } from './open-call-plans.ts';
import { routeHandlers } from './route-handlers.ts';
import { routesRepo } from './routes.repo.ts';
import { trunkHandlers } from './trunk-handlers.ts';

export { isBlacklisted } from './blacklist-check.ts';
export { closeAttempts, limitUse } from './call-attempts.ts';
export type * from './call-plans.ts';
export { isMaskedNumber } from './callback.ts';
export {
  addTrunk,
  carriersInUse,
  carrierTrunks,
  dropTrunkOf,
  putTrunkOf,
  teamsOfCarriers,
  removeTrunks,
  type CarrierTrunk,
} from './trunks-of-carrier.ts';
export { hasRoute, namedRoutes, trunkRows, showableNumbers } from './has-route.ts';
export { roomOnLines } from './room-on-lines.ts';
export { externalNumbersRepo, type ExternalNumberRow } from './external-numbers.repo.ts';
export { openCallPlans, type Allocate, type OpenCallPlans } from './open-call-plans.ts';

/** Trunks, routes and the numbers called people see. */
export function callRoutes(world: World, plans: OpenCallPlans): ServerFeature {
  const { db, texts, clock } = world;
  const theDefault = (language: Language): DisplayNumber => ({
    id: 0,
    number: '',
    remark: texts.say(language, 'routes.defaultNumber'),
    countryIso2: '',
    kind: 'default',
  });

  return {
    name: 'routes',
    menu: [
      {
        key: '/settings/routes',
        name: 'routes.name',
        system: System.contactCentre,
        section: 'settings',
        order: 24,
        access: 'routes.view',
        icon: 'route',
      },
    ],
    demo: demoRoutes,
    personData: [attemptsPersonData],
    jobs: [sweepJob(world)],
    routes: routes('routes', routesApi, {
      ...routeHandlers(world),
      ...trunkHandlers(world),
      ...groupRouteHandlers(world),
      ...askPlanHandlers(world, plans),
      async routers(caller) {
        const mine = await db.tenant(caller, (tx) => routesRepo(tx).routers(caller.userId));
        const usable = mine.filter((router) => isForAgents(router) && isOpenAt(router, clock.nowMs()));
        return [
          { routerId: 0, routerName: texts.say(caller.language, 'routes.defaultLines'), type: RouteType.manualCall },
          ...usable.map(({ id, name, type }) => ({ routerId: id, routerName: name, type })),
        ];
      },
      displayNumbers: (caller, { routerId }) =>
        db.tenant(caller, async (tx) => {
          const repo = routesRepo(tx);
          const mine = routerId === 0 ? [] : await repo.routers(caller.userId);
          if (routerId !== 0 && !mine.some((router) => router.id === routerId && isForAgents(router)))
            throw new Failure('notFound');
          return [theDefault(caller.language), ...(await repo.onRouter(routerId, caller.userId))];
        }),
      groupNumbers: (caller, { agentGroupId }) =>
        db.tenant(caller, async (tx) => {
          const repo = routesRepo(tx);
          if (!(await repo.hasGroup(agentGroupId))) throw new Failure('notFound');
          return repo.ofGroup(agentGroupId);
        }),
      usefulNumbers: (caller) => db.tenant(caller, (tx) => routesRepo(tx).all()),
      async countries(caller) {
        const allowed = new Set(await db.tenant(caller, allowedCountries));
        return countryNames(caller.language).filter(({ iso2 }) => allowed.size === 0 || allowed.has(iso2));
      },
    }),
    async stop() {
      plans.close();
    },
  };
}

type NamedCountry = { code: string; iso2: string; name: string };
const named = new Map<Language, NamedCountry[]>();

function countryNames(language: Language): NamedCountry[] {
  const known = named.get(language);
  if (known) return known;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const order = new Intl.Collator(language);
  const list = countries
    .map(({ iso2, code }) => ({ code, iso2, name: names.of(iso2) ?? iso2 }))
    .sort((a, b) => order.compare(a.name, b.name));
  named.set(language, list);
  return list;
}
