import { RouteType } from '#shared/codes/route-type.ts';
import { isOpenAt } from './choose-routes.ts';
import type { RouterFact } from './plan-facts.ts';

/** A route for calls that come in, as far as it says who may bring which. */
export interface InboundRoute extends Pick<RouterFact, 'type' | 'enabled' | 'countries' | 'hours'> {
  /** Of its trunks that are switched on. */
  carriers: readonly string[];
  /** Of ours that it brings calls for; null: all. */
  numbers: readonly string[] | null;
}

/**
 * Whether a carrier may bring a call for one of our numbers. Without a route for calls that come in every carrier may;
 * with one, a carrier of such a route that has the number, is for its country and is open now.
 */
export function mayBring(
  routes: readonly InboundRoute[],
  call: { carrier: string; number: string; country: string | null; nowMs: number },
): boolean {
  const inbound = routes.filter(({ type, enabled }) => type === RouteType.inbound && enabled);
  return (
    inbound.length === 0 ||
    inbound.some(
      (route) =>
        route.carriers.includes(call.carrier) &&
        (route.numbers === null || route.numbers.includes(call.number)) &&
        (route.countries.length === 0 || (call.country !== null && route.countries.includes(call.country))) &&
        isOpenAt(route, call.nowMs),
    )
  );
}
