import { RouteType } from '#shared/codes/route-type.ts';
import { openingOf } from '../calendar/business-hours.ts';
import type { PlanTrail, Refused, RouterFact, ShownNumber, WayFacts } from './plan-facts.ts';
import type { CallPurpose } from './route-choices.ts';

/** Types of routes a call may take: those for its purpose, and those for every call that goes out. */
export const typesFor: Readonly<Record<CallPurpose, readonly RouteType[]>> = {
  manual: [RouteType.manualCall, RouteType.outbound],
  autoDial: [RouteType.autoDial, RouteType.outbound],
  onward: [RouteType.manualCall, RouteType.outbound],
};

/** Whether agents choose this route for calls they place themselves. */
export const isForAgents = ({ type, enabled }: Pick<RouterFact, 'type' | 'enabled'>): boolean =>
  enabled && typesFor.manual.includes(type);

export const isOpenAt = ({ hours }: Pick<RouterFact, 'hours'>, nowMs: number): boolean =>
  hours === null || openingOf(hours, nowMs).open;

const leadsTo = ({ countries }: RouterFact, country: string | null): boolean =>
  countries.length === 0 || (country !== null && countries.includes(country));

/** Whether a route may show a number: one bound to it, or in its pool, or any free one where it has no pool. */
export const mayShow = ({ id, hasPool }: RouterFact, { routerId, pools }: ShownNumber): boolean =>
  routerId === id || (routerId === null && (!hasPool || pools.some((pool) => pool.routerId === id)));

/** Rule 9: the routes a call may take, in order; none only where the tenant has none. */
export function routesFor(facts: WayFacts, trail: PlanTrail): RouterFact[] | Refused {
  const { routerId, routers, country, groupRouterIds } = facts;
  if (routerId === 0 && routers.length === 0) {
    trail.passed('route', 'noRoutes');
    return [];
  }
  const isGroups = (id: number): boolean => groupRouterIds === null || groupRouterIds.includes(id);
  if (routerId !== 0) {
    const chosen = routers.find(({ id }) => id === routerId);
    if (!chosen) return trail.refuse('route', 'noTrunk', 'unknownRouter');
    const ids = { routerId: chosen.id };
    if (!isGroups(chosen.id)) return trail.refuse('groupRoutes', 'noTrunk', 'notOfGroup', ids);
    const why = whyNotRoute(facts, chosen);
    if (why) return trail.refuse(why === 'routerClosed' ? 'hours' : 'route', 'noTrunk', why, ids);
    trail.chosen('route', 'asked', ids);
    return [chosen];
  }
  const usable: RouterFact[] = [];
  let isClosed = false;
  for (const router of routers) {
    const ids = { routerId: router.id };
    const why = whyNotRoute(facts, router);
    if (!isGroups(router.id)) trail.skipped('groupRoutes', 'notOfGroup', ids);
    else if (why) {
      isClosed ||= why === 'routerClosed';
      trail.skipped(why === 'routerClosed' ? 'hours' : 'route', why, ids);
    } else usable.push(router);
  }
  if (usable.length === 0)
    return isClosed ? trail.refuse('hours', 'noTrunk', 'routerClosed') : trail.refuse('route', 'noTrunk', 'noRoute');
  const ordered = [
    ...usable.filter(({ countries }) => countries.length > 0),
    ...usable.filter(({ countries }) => countries.length === 0),
  ];
  for (const { id, countries } of ordered)
    trail.chosen('route', countries.length > 0 ? 'forCountry' : 'forAll', { routerId: id });
  return ordered;

  function whyNotRoute({ purpose, nowMs }: WayFacts, router: RouterFact): string | null {
    if (!router.enabled || !typesFor[purpose].includes(router.type)) return 'routerOff';
    if (!leadsTo(router, country)) return 'routerCountry';
    return isOpenAt(router, nowMs) ? null : 'routerClosed';
  }
}
