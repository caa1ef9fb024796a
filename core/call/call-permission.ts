import { chooseWay } from './choose-way.ts';
import { planTrail, type CallerFacts, type RuleStep, type Refused, type Way, type WayFacts } from './plan-facts.ts';
import type { FailureName } from '#shared/errors.ts';

/**
 * May this call go out, and which way? Decided from facts somebody looked up; the first rule that refuses decides, and
 * every rule that was asked leaves a step.
 *
 *  1. The server is stopping: 800. The exchange or its records cannot be reached: 801.
 *  2. The call carries the token of its own phone, still good: else 813.
 *  3. A colleague's number is an internal call; one's own is 816. What follows is for calls to the outside.
 *  4. A call for help leaves by a trunk of a real carrier that takes such calls, and no rule from 5 to 14 but the
 *     choice of the number shown is asked: neither payment nor countries, limits, hours or groups hold it back. Without
 *     such a trunk it is 816, and for programs that dial by themselves always. Whose phone is a mobile is told to dial it
 *     there: ringing the mobile first costs time and a key, and the carrier would send help to the address of the trunk,
 *     which is the office, while the mobile's own network knows where it is.
 *  5. The plan is paid: else 810.
 *  6. It is a number, of a length its country has: else 812; and no service or premium number, no extension nobody has,
 *     no number of our own: else 816.
 *  7. Its country may be called: else 811.
 *  8. It is not on the blacklist: else 814.
 *  9. The route is one of the tenant's for this purpose, of the caller's groups where these have any, leads to that
 *     country and is open now: else 824. Default routes are all such, those made for the country first; without any
 *     route in the tenant all trunks are taken.
 * 10. The number shown is the tenant's, of the caller's groups where these have any, and may be shown on that route: else
 *     819. Without a choice the first route that can show one decides: by its pool and the numbers bound to it, else one
 *     of the callee's country, then any. The call leaves by the routes that may show it.
 * 11. Limits: failed calls to this number 815; calls to this number, or different numbers, within a time 817; calls per
 *     second 823; calls at once 824; money spent today 810.
 * 12. Trunks that are switched off, full or at their pace are passed over. All full: 824. The rest at their pace: 823.
 * 13. The others are tried in the order of their route: as they stand, the one by its share first, or the cheapest.
 * 14. Where money is counted and calls have prices: this one has a price, and what is available covers its first minute: else 810. By
 *     lines the tenant set up itself it may cost nothing.
 */
export function planCall(caller: CallerFacts, way: WayFacts): Way | Refused {
  const checked = checkCaller(caller);
  if ('refused' in checked) return checked;
  const chosen = chooseWay(way);
  return { ...chosen, steps: [...checked.steps, ...(chosen.steps ?? [])] };
}

/** Rules 1 to 8: refused, or the steps that let the call go on. */
export function checkCaller(facts: CallerFacts): Refused | { steps: readonly RuleStep[] } {
  const { dialled } = facts;
  const trail = planTrail();
  if (facts.exchange === 'stopping') return trail.refuse('exchange', 'networkError', 'stopping');
  if (facts.exchange === 'unreachable') return trail.refuse('exchange', 'networkInterrupted', 'unreachable');
  trail.passed('exchange');
  if (!facts.hasRightToken) return trail.refuse('token', 'callTokenExpired', 'token');
  trail.passed('token');
  if (facts.colleague === 'self') return trail.refuse('colleague', 'cannotCallNumber', 'self');
  if (facts.colleague === 'other') {
    trail.chosen('colleague');
    return { steps: trail.steps };
  }
  if (dialled.is === 'emergency') {
    if (facts.purpose === 'autoDial') return trail.refuse('emergency', 'cannotCallNumber', 'emergencyByHand');
    if (facts.ringsMobile) return trail.refuse('emergency', 'emergencyOnMobile', 'emergencyOnMobile');
    if (!facts.hasEmergencyTrunk) return trail.refuse('emergency', 'cannotCallNumber', 'emergencyNoTrunk');
    trail.passed('emergency');
    return { steps: trail.steps };
  }
  if (facts.paidUntilMs !== null && facts.paidUntilMs <= facts.nowMs)
    return trail.refuse('payment', 'dialerOverdue', 'plan');
  trail.passed('payment');
  if (dialled.is === 'wrong') return trail.refuse('number', 'wrongNumber', dialled.why);
  trail.passed('number');
  if (dialled.is === 'barred') return trail.refuse('barred', 'cannotCallNumber', dialled.why);
  if (facts.isOwnNumber) return trail.refuse('barred', 'cannotCallNumber', 'ownNumber');
  trail.passed('barred');
  if (facts.allowedCountries.length > 0 && !facts.allowedCountries.includes(dialled.country))
    return trail.refuse('country', 'countryNotAllowed', dialled.country);
  trail.passed('country', dialled.country);
  if (facts.isBlacklisted) return trail.refuse('blacklist', 'numberBlacklisted', 'blacklist');
  trail.passed('blacklist');
  return { steps: trail.steps };
}

/** Refused for a reason that passes by itself: asking again later may help. */
export const isTemporary = ({ refused, detail }: { refused: FailureName; detail?: string }): boolean =>
  refused === 'networkError' ||
  refused === 'networkInterrupted' ||
  refused === 'callsPerSecondLimit' ||
  (refused === 'noTrunk' && (detail === 'allFull' || detail === 'concurrent'));
