import { RouteType } from '#shared/codes/route-type.ts';
import type { FailureName } from '#shared/errors.ts';
import type { Dialled } from './dialled-number.ts';

/**
 * May this call go out, and which way? Decided from facts somebody looked up; the first rule that refuses decides.
 *
 *  1. The server is stopping: 800. The exchange or its records cannot be reached: 801.
 *  2. The call carries the token of its own phone, still good: else 813.
 *  3. A colleague's number is an internal call; one's own is 816. What follows is for calls to the outside.
 *  4. The plan is paid, and there is money where money is counted: else 810.
 *  5. It is a number, of a length its country has: else 812.
 *  6. It is not an emergency, service or premium number, no extension nobody has, no number of our own: else 816.
 *  7. Its country may be called: else 811.
 *  8. It is not on the blacklist: else 814.
 *  9. The line chosen is one of the tenant's for calls by hand, and leads to that country: else 824. Default lines are
 *     those of every such router, routers made for the country first; without routers, all lines.
 * 10. The number shown is the tenant's and may be shown on that line: else 819. Without a choice it is one bound to the
 *     line, then one of the callee's country, then any. A number bound to a router leaves by the lines of that router.
 * 11. Limits: failed calls to this number 815; calls to this number, or different numbers, within a time 817; calls per
 *     second 823; calls at once 824.
 * 12. Lines that are full or at their pace are passed over. All full: 824. The rest at their pace: 823.
 */
export interface CallerFacts {
  exchange: 'up' | 'stopping' | 'unreachable';
  hasRightToken: boolean;
  colleague: 'self' | 'other' | null;
  nowMs: number;
  /** Null: nobody set an end. */
  paidUntilMs: number | null;
  /** Null: nobody counts money. */
  balance: number | null;
  dialled: Dialled;
  /** The number dialled is one that leads back to us. */
  isOwnNumber: boolean;
  /** None: all. */
  allowedCountries: readonly string[];
  isBlacklisted: boolean;
}

export interface WayFacts {
  country: string;
  /** As the phone asked: 0 for the default lines, null for what is no number. */
  routerId: number | null;
  routers: readonly RouterFact[];
  lines: readonly LineFact[];
  /** The number to show; empty for the default. */
  shown: string;
  numbers: readonly ShownNumber[];
  limits: readonly LimitUse[];
}

export interface RouterFact {
  id: number;
  type: RouteType;
  enabled: boolean;
  /** None: all. */
  countries: readonly string[];
  /** In the order to try them. */
  lineIds: readonly number[];
}

export interface LineFact {
  id: number;
  carrier: string;
  enabled: boolean;
  maxCalls: number | null;
  calls: number;
  maxPerSec: number | null;
  callsThisSec: number;
}

export interface ShownNumber {
  number: string;
  country: string | null;
  /** Null: on any line. */
  routerId: number | null;
}

export type LimitKind = 'failure' | 'perNumber' | 'numbers' | 'callsPerSecond' | 'concurrent';

export interface LimitUse {
  kind: LimitKind;
  max: number;
  /** How much of it is used up, without this call. */
  used: number;
}

export interface Refused {
  refused: FailureName;
  /** For logs and records: never a number. */
  detail: string;
}

export interface Way {
  lines: readonly { id: number; name: string }[];
  routerId: number;
  displayNumber: string;
}

/** Refused for a reason that passes by itself: asking again later may help. */
export const isTemporary = ({ refused, detail }: { refused: FailureName; detail?: string }): boolean =>
  refused === 'networkError' ||
  refused === 'networkInterrupted' ||
  refused === 'callsPerSecondLimit' ||
  (refused === 'noTrunk' && (detail === 'allFull' || detail === 'concurrent'));

const no = (refused: FailureName, detail: string): Refused => ({ refused, detail });

/** Rules 1 to 8: null when the call may go on. */
export function whyNotCall(facts: CallerFacts): Refused | null {
  const { dialled } = facts;
  if (facts.exchange === 'stopping') return no('networkError', 'stopping');
  if (facts.exchange === 'unreachable') return no('networkInterrupted', 'unreachable');
  if (!facts.hasRightToken) return no('callTokenExpired', 'token');
  if (facts.colleague === 'self') return no('cannotCallNumber', 'self');
  if (facts.colleague === 'other') return null;
  if (facts.paidUntilMs !== null && facts.paidUntilMs <= facts.nowMs) return no('dialerOverdue', 'plan');
  if (facts.balance !== null && facts.balance <= 0) return no('dialerOverdue', 'balance');
  if (dialled.is === 'wrong') return no('wrongNumber', dialled.why);
  if (dialled.is === 'barred') return no('cannotCallNumber', dialled.why);
  if (facts.isOwnNumber) return no('cannotCallNumber', 'ownNumber');
  if (facts.allowedCountries.length > 0 && !facts.allowedCountries.includes(dialled.country))
    return no('countryNotAllowed', dialled.country);
  if (facts.isBlacklisted) return no('numberBlacklisted', 'blacklist');
  return null;
}

/** Rules 9 to 12. */
export function chooseWay(facts: WayFacts): Way | Refused {
  const routers = routersFor(facts);
  if ('refused' in routers) return routers;
  const shown = shownOn(facts, routers);
  if (!shown) return no('boundNumberError', facts.shown === '' ? 'noNumber' : 'notBound');
  const limit = facts.limits.find(({ max, used }) => used >= max);
  if (limit) return no(refusalOf[limit.kind], limit.kind);
  const lines = linesOf(facts, shown.routerId === null ? routers : routers.filter(({ id }) => id === shown.routerId));
  if ('refused' in lines) return lines;
  return {
    lines: lines.map(({ id, carrier }) => ({ id, name: carrier })),
    routerId: facts.routerId ?? 0,
    displayNumber: shown.number,
  };
}

const refusalOf: Readonly<Record<LimitKind, FailureName>> = {
  failure: 'callFailureLimit',
  perNumber: 'fiveNumberLimit',
  numbers: 'fiveNumberLimit',
  callsPerSecond: 'callsPerSecondLimit',
  concurrent: 'noTrunk',
};

/** Whether agents choose lines of this router for calls they place themselves. */
export const isForAgents = ({ type, enabled }: Pick<RouterFact, 'type' | 'enabled'>): boolean =>
  enabled && (type === RouteType.manualCall || type === RouteType.outbound);

const leadsTo = ({ countries }: RouterFact, country: string): boolean =>
  countries.length === 0 || countries.includes(country);

function routersFor({ routerId, routers, country }: WayFacts): RouterFact[] | Refused {
  if (routerId === 0) {
    const usable = routers.filter((router) => isForAgents(router) && leadsTo(router, country));
    return [
      ...usable.filter(({ countries }) => countries.length > 0),
      ...usable.filter(({ countries }) => countries.length === 0),
    ];
  }
  const chosen = routers.find(({ id }) => id === routerId);
  if (!chosen) return no('noTrunk', 'unknownRouter');
  if (!isForAgents(chosen)) return no('noTrunk', 'routerOff');
  return leadsTo(chosen, country) ? [chosen] : no('noTrunk', 'routerCountry');
}

function shownOn({ shown, numbers, country }: WayFacts, routers: readonly RouterFact[]): ShownNumber | undefined {
  const usable = numbers.filter(({ routerId }) => routerId === null || routers.some(({ id }) => id === routerId));
  if (shown !== '') return usable.find(({ number }) => number === shown);
  const bound = routers.flatMap(({ id }) => usable.filter(({ routerId }) => routerId === id));
  return bound[0] ?? usable.find((one) => one.country === country) ?? usable[0];
}

function linesOf({ lines, routers: all }: WayFacts, routers: readonly RouterFact[]): LineFact[] | Refused {
  const ids = all.length === 0 ? lines.map(({ id }) => id) : [...new Set(routers.flatMap(({ lineIds }) => lineIds))];
  const usable = ids.flatMap((id) => lines.filter((line) => line.id === id && line.enabled));
  if (usable.length === 0) return no('noTrunk', 'noLine');
  const free = usable.filter(({ maxCalls, calls }) => maxCalls === null || calls < maxCalls);
  if (free.length === 0) return no('noTrunk', 'allFull');
  const inPace = free.filter(({ maxPerSec, callsThisSec }) => maxPerSec === null || callsThisSec < maxPerSec);
  return inPace.length === 0 ? no('callsPerSecondLimit', 'line') : inPace;
}
