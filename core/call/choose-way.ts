import type { FailureName } from '#shared/errors.ts';
import { chargesOf, NO_CHARGE, type WantedHolds } from '../money/call-money.ts';
import { isSipCarrier } from '../trunk/carrier-words.ts';
import { chooseNumber } from './choose-number.ts';
import { mayShow, routesFor } from './choose-routes.ts';
import { emergencyTrunks, trunksOf } from './choose-trunks.ts';
import { planTrail, type LimitKind, type PlanTrail, type Refused, type Way, type WayFacts } from './plan-facts.ts';

const refusalOf: Readonly<Record<LimitKind, FailureName>> = {
  failure: 'callFailureLimit',
  perNumber: 'fiveNumberLimit',
  numbers: 'fiveNumberLimit',
  callsPerSecond: 'callsPerSecondLimit',
  concurrent: 'noTrunk',
  costPerDay: 'dialerOverdue',
};

/** Rules 9 to 14 of `call-permission.ts`. */
export function chooseWay(facts: WayFacts): Way | Refused {
  const trail = planTrail();
  if (facts.isEmergency) return wayForHelp(facts, trail);
  const routers = routesFor(facts, trail);
  if ('refused' in routers) return routers;
  const shown = chooseNumber(facts, routers, trail);
  if ('refused' in shown) return shown;
  const limit = limitReached(facts, trail);
  if (limit) return limit;
  const by = routers.filter((router) => mayShow(router, shown));
  const trunks = trunksOf(facts, by, trail);
  if ('refused' in trunks) return trunks;
  const { perMinute } = trunks[0]!;
  if (perMinute === null) trail.skipped('cost', 'noPrice', { trunkId: trunks[0]!.id });
  else trail.passed('cost', '', { trunkId: trunks[0]!.id, used: perMinute });
  const holds = holdsFor(facts, trunks, trail);
  if ('refused' in holds) return holds;
  return {
    trunks: trunks.map((trunk) => ({ id: trunk.id, name: trunk.carrier, perMinute: trunk.perMinute })),
    routerId: facts.routerId ?? 0,
    viaRouterId: by.find((router) => router.trunks.some(({ id }) => id === trunks[0]!.id))?.id ?? null,
    displayNumber: shown.number,
    perMinute,
    emergencyAddress: null,
    holds,
    steps: trail.steps,
  };
}

/** Rule 11. */
function limitReached({ limits }: WayFacts, trail: PlanTrail): Refused | null {
  for (const { kind, used, max } of limits) {
    if (used >= max) return trail.refuse('limit', refusalOf[kind], kind, { used, max });
    trail.passed('limit', kind, { used, max });
  }
  return null;
}

/** Rule 14. */
function holdsFor(
  { money }: WayFacts,
  trunks: readonly { id: number; carrier: string }[],
  trail: PlanTrail,
): WantedHolds | Refused {
  const charges = chargesOf(
    money,
    trunks.map(({ id, carrier }) => ({ id, isOwn: isSipCarrier(carrier) })),
  );
  if ('refused' in charges) return trail.refuse('charge', 'dialerOverdue', charges.refused);
  if (charges.line || charges.flow) trail.passed('charge');
  else if (money?.isPriced) trail.passed('charge', 'free');
  return charges;
}

/** Rule 4: whatever trunk takes it, with a number of ours if there is one. */
function wayForHelp(facts: WayFacts, trail: PlanTrail): Way | Refused {
  const trunks = emergencyTrunks(facts, trail);
  if (trunks.length === 0) return trail.refuse('trunk', 'cannotCallNumber', 'emergencyNoTrunk');
  const shown = facts.numbers.find(({ number }) => number === facts.shown) ?? facts.numbers[0];
  trail.chosen('shown', shown ? '' : 'none', shown ? { number: shown.number } : {});
  return {
    trunks: trunks.map(({ id, carrier, perMinute }) => ({ id, name: carrier, perMinute })),
    routerId: 0,
    viaRouterId: null,
    displayNumber: shown?.number ?? '',
    perMinute: trunks[0]!.perMinute,
    emergencyAddress: trunks[0]!.emergencyAddress || null,
    holds: NO_CHARGE,
    steps: trail.steps,
  };
}
