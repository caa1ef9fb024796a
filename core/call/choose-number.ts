import { mayShow } from './choose-routes.ts';
import { countryOf } from './number-country.ts';
import type { PlanTrail, PoolPlace, Refused, RouterFact, ShownNumber, WayFacts } from './plan-facts.ts';
import type { NumberStrategy } from './route-choices.ts';

/** Rule 10. */
export function chooseNumber(facts: WayFacts, routers: readonly RouterFact[], trail: PlanTrail): ShownNumber | Refused {
  const { shown, numbers, groupNumbersOnly, country } = facts;
  const isMine = ({ isOfGroup }: ShownNumber): boolean => !groupNumbersOnly || isOfGroup;
  // Without routes a number that is bound to one is shown by nobody.
  const canShow = (one: ShownNumber): boolean =>
    routers.length === 0 ? one.routerId === null : routers.some((router) => mayShow(router, one));
  if (shown !== '') {
    const asked = numbers.find(({ number }) => number === shown);
    if (!asked) return trail.refuse('shown', 'boundNumberError', 'notBound');
    if (!isMine(asked)) return trail.refuse('groupNumbers', 'boundNumberError', 'notOfGroup');
    if (!canShow(asked)) return trail.refuse('shown', 'boundNumberError', 'notBound');
    trail.chosen('shown', 'asked', { number: shown });
    return asked;
  }
  const usable = numbers.filter((one) => isMine(one) && canShow(one));
  for (const router of routers) {
    const pooled = usable.filter((one) => placeOf(one, router.id));
    if (pooled.length > 0) return ofPool(facts, router, pooled, trail);
    const bound = usable.find(({ routerId }) => routerId === router.id);
    if (bound) {
      trail.chosen('shown', 'bound', { number: bound.number, routerId: router.id });
      return bound;
    }
    const free = usable.filter((one) => mayShow(router, one));
    if (free.length > 0) return anyOf(free, country, trail);
  }
  if (usable.length > 0) return anyOf(usable, country, trail);
  return trail.refuse(groupNumbersOnly ? 'groupNumbers' : 'shown', 'boundNumberError', 'noNumber');
}

const placeOf = ({ pools }: ShownNumber, routerId: number): PoolPlace | undefined =>
  pools.find((pool) => pool.routerId === routerId);

function anyOf(free: readonly ShownNumber[], country: string | null, trail: PlanTrail): ShownNumber {
  const near = free.find((one) => one.country === country);
  const { number } = near ?? free[0]!;
  trail.chosen('shown', near ? 'sameCountry' : 'first', { number });
  return near ?? free[0]!;
}

function ofPool(facts: WayFacts, router: RouterFact, own: readonly ShownNumber[], trail: PlanTrail): ShownNumber {
  const ordered = [...own].sort(poolOrder(router.numberStrategy, { ...facts, routerId: router.id }));
  const best = ordered[0]!;
  for (const one of ordered)
    if (isResting(placeOf(one, router.id)!, facts.nowMs))
      trail.skipped('shown', 'rests', { number: one.number, routerId: router.id });
  trail.chosen('shown', router.numberStrategy, { number: best.number, routerId: router.id });
  return best;
}

const isResting = ({ restsUntilMs }: PoolPlace, nowMs: number): boolean =>
  restsUntilMs !== null && restsUntilMs > nowMs;

/**
 * Which number of a pool comes first. One that rests comes last, the one that rested longest first; two that are alike
 * take turns, and at last their place decides. `server/shown-numbers.ts` of routes orders rows in the same way.
 */
export function poolOrder(
  strategy: NumberStrategy,
  { routerId, number, country, nowMs }: { routerId: number; number: string; country: string | null; nowMs: number },
): (a: ShownNumber, b: ShownNumber) => number {
  const rank = (one: ShownNumber): number[] => {
    const place = placeOf(one, routerId)!;
    const turn = place.lastShownMs ?? 0;
    const far = country !== null && countryOf(one.number) === country ? 0 : 1;
    const chosen: Record<NumberStrategy, number[]> = {
      fixed: [],
      inTurns: [turn],
      sameCountry: [far, turn],
      sameArea: [far, -sharedDigits(one.number, number), turn],
      leastUsed: [place.shownToday, turn],
    };
    const rests = isResting(place, nowMs);
    return [rests ? 1 : 0, rests ? place.restsUntilMs! : 0, ...chosen[strategy], place.position];
  };
  return (a, b) => {
    const [first, second] = [rank(a), rank(b)];
    const at = first.findIndex((value, index) => value !== second[index]);
    return at < 0 ? 0 : first[at]! - second[at]!;
  };
}

/** How many digits two numbers begin with alike. */
function sharedDigits(a: string, b: string): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared += 1;
  return shared;
}
