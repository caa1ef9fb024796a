import type { PlanTrail, Refused, RouterFact, TrunkFact, WayFacts } from './plan-facts.ts';

/** Rules 12 and 13: the trunks to try, in order; at least one. */
export function trunksOf(
  facts: WayFacts,
  routers: readonly RouterFact[],
  trail: PlanTrail,
): readonly TrunkFact[] | Refused {
  const byId = new Map(facts.trunks.map((trunk) => [trunk.id, trunk]));
  const ids =
    facts.routers.length === 0 ? [...byId.keys()] : routers.flatMap(({ trunks }) => trunks.map(({ id }) => id));
  const states = new Map<number, 'off' | 'full' | 'paced' | 'free'>();
  for (const id of new Set(ids)) {
    const trunk = byId.get(id);
    const state = trunk ? stateOf(trunk) : 'off';
    states.set(id, state);
    if (state !== 'free') trail.skipped('trunk', state, { trunkId: id });
  }
  const all = [...states.values()];
  if (!all.some((state) => state !== 'off')) return trail.refuse('trunk', 'noTrunk', 'noTrunk');
  if (!all.some((state) => state === 'free' || state === 'paced')) return trail.refuse('trunk', 'noTrunk', 'allFull');
  if (!all.includes('free')) return trail.refuse('trunk', 'callsPerSecondLimit', 'trunk');
  const isFree = ({ id }: { id: number }): boolean => states.get(id) === 'free';
  const ordered =
    facts.routers.length === 0
      ? facts.trunks.filter(isFree)
      : routers.flatMap((router) => inOrder(router, router.trunks.filter(isFree), byId, facts.chance));
  const unique = [...new Set(ordered)];
  for (const { id } of unique) trail.chosen('trunk', strategyOf(routers, id), { trunkId: id });
  return unique;
}

/** Those that take calls for help, the free ones first: being full holds none of them back. */
export function emergencyTrunks({ trunks }: WayFacts, trail: PlanTrail): TrunkFact[] {
  const able = trunks.filter(({ enabled, isForEmergency }) => enabled && isForEmergency);
  const ordered = [
    ...able.filter((trunk) => stateOf(trunk) === 'free'),
    ...able.filter((trunk) => stateOf(trunk) !== 'free'),
  ];
  for (const { id } of ordered) trail.chosen('trunk', 'emergency', { trunkId: id });
  return ordered;
}

function stateOf({ enabled, maxCalls, calls, maxPerSec, callsThisSec }: TrunkFact): 'off' | 'full' | 'paced' | 'free' {
  if (!enabled) return 'off';
  if (maxCalls !== null && calls >= maxCalls) return 'full';
  return maxPerSec !== null && callsThisSec >= maxPerSec ? 'paced' : 'free';
}

const strategyOf = (routers: readonly RouterFact[], trunkId: number): string =>
  routers.find(({ trunks }) => trunks.some(({ id }) => id === trunkId))?.strategy ?? 'order';

/** The trunks of one route that are free, as its strategy says. */
function inOrder(
  { strategy }: RouterFact,
  free: readonly { id: number; weight: number }[],
  byId: ReadonlyMap<number, TrunkFact>,
  chance: number,
): TrunkFact[] {
  const trunks = free.map(({ id }) => byId.get(id)!);
  if (strategy === 'cost')
    return [...trunks].sort((a, b) => (a.perMinute ?? Infinity) - (b.perMinute ?? Infinity) || 0);
  if (strategy === 'share' && trunks.length > 1) {
    const first = byId.get(byShare(free, chance))!;
    return [first, ...trunks.filter((trunk) => trunk !== first)];
  }
  return trunks;
}

function byShare(free: readonly { id: number; weight: number }[], chance: number): number {
  let left = chance * free.reduce((sum, { weight }) => sum + weight, 0);
  for (const { id, weight } of free) {
    left -= weight;
    if (left < 0) return id;
  }
  return free.at(-1)!.id;
}
