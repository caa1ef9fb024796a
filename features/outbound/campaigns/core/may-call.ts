import { dayOf, nextDay, startOfDay } from '#core/calendar/day-range.ts';
import { readDialled } from '#core/call/dialled-number.ts';
import { isCallable, nextAllowedMoment, type CallableHours } from './callable-hours.ts';
import { HOUSE_RULES, ruleOf, strictest } from './country-rules.ts';
import { hoursAround } from './days-off.ts';

/** What is known of a number and of whoever has it, looked up a moment before. */
export interface CalleeFacts {
  /** Digits with the country's code. */
  number: string;
  /** ISO 3166 of the number. */
  country: string;
  /** Where they may be: `zonesOfCustomer`. */
  zones: readonly string[];
  /** It is one of the tenant's own. */
  isOwnNumber: boolean;
  /** By a list of the tenant whose entry keeps from tasks, or from calls at all. */
  isBlacklisted: boolean;
  /** They asked us not to call. */
  hasOptedOut: boolean;
  consent: 'unknown' | 'given' | 'withdrawn';
  /** The copy of the country's own list; null where none was brought in. */
  nationalList: { hasNumber: boolean; issuedAtMs: number } | null;
  /** Calls to this number over all campaigns, the moment each began, of the last thirty days. */
  calledAtMs: readonly number[];
  /** When a call of ours was last given up on them. */
  abandonedAtMs: number | null;
  /** When they last said no. */
  refusedAtMs: number | null;
  /** An attempt of which nobody knows how it ended. */
  isUndecided: boolean;
}

/** What the campaign asks. */
export interface CallWish {
  hours: CallableHours | null;
  /** Days on which nobody is called where they are: `daysOffOf`. */
  daysOff: CallableHours['holidays'];
  needsConsent: boolean;
  /** Calls to one number on one day. */
  perDay: number;
  notBeforeMs: number | null;
  expiresAtMs: number | null;
  /** Somebody of ours dials and is on the line from the first ring. */
  byPerson: boolean;
}

/** Why somebody is not called: for good, or until a moment. */
export type WhyNotCalled =
  | 'number'
  | 'ownNumber'
  | 'blacklisted'
  | 'optedOut'
  | 'doNotCall'
  | 'listTooOld'
  | 'noConsent'
  | 'undecided'
  | 'expired'
  | 'refusedLately'
  | 'abandonedLately'
  | 'dayLimit'
  | 'monthLimit'
  | 'tooEarly'
  | 'dayOff'
  | 'hours';

export type MayCall =
  | { allowed: true }
  | { allowed: false; why: WhyNotCalled; /** Null: not by waiting. */ untilMs: number | null };

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const THIRTY_DAYS = 30;

/**
 * May this customer be called now? Asked with the same facts when a list is read and at the moment of dialling; the first rule that refuses
 * decides. Those of a list are 1 to 4 (`mayEverCall`), the rest passes by itself.
 *
 *  1. It is a number of the world that may be called, and none of our own.
 *  2. It is on no list: the tenant's, their own wish, the country's. A copy of the country's that is too old says nothing, and nobody whose
 *     consent is not written down is called by it.
 *  3. They agreed, where the country or the campaign asks for it. A consent that was taken back holds against everything.
 *  4. No attempt on them is undecided: whoever may have been called is not called again by itself.
 *  5. The campaign is not over.
 *  6. Who said no, or found nobody on the line, is left alone as long as the rules say. A person may dial after an abandoned call.
 *  7. Calls to this number over all campaigns, by day and in thirty days, where days are those of the place called.
 *  8. Not before the moment promised, and only in hours that the campaign and the country allow in every zone they may be in.
 *  9. On no day off of the country or the team, by the calendar of any zone they may be in.
 */
export function mayCall(facts: CalleeFacts, wish: CallWish, nowMs: number): MayCall {
  const ever = mayEverCall(facts, wish.needsConsent, nowMs);
  if (!ever.allowed) return ever;
  if (facts.isUndecided) return no('undecided');
  if (wish.expiresAtMs !== null && wish.expiresAtMs <= nowMs) return no('expired');
  const rested = restOf(facts, wish, nowMs) ?? limitOf(facts, wish, nowMs);
  if (rested) return rested;
  if (wish.notBeforeMs !== null && wish.notBeforeMs > nowMs) return no('tooEarly', wish.notBeforeMs);
  const hours = hoursFor(facts.country, wish);
  if (isCallable(hours, facts.zones, nowMs)) return { allowed: true };
  const isOff = !isCallable([hoursAround(wish.daysOff)], facts.zones, nowMs);
  return no(isOff ? 'dayOff' : 'hours', nextAllowedMoment(hours, facts.zones, nowMs));
}

/** Rules 1 to 3: what no waiting helps against. A list is checked by these when it is read. */
export function mayEverCall(facts: CalleeFacts, needsConsent: boolean, nowMs: number): MayCall {
  const dialled = readDialled(`+${facts.number}`, '');
  if (dialled.is !== 'number') return no('number');
  if (facts.isOwnNumber) return no('ownNumber');
  if (facts.isBlacklisted) return no('blacklisted');
  if (facts.hasOptedOut || facts.consent === 'withdrawn') return no('optedOut');
  const asked = ruleOf(facts.country);
  if (facts.consent !== 'given') {
    if (needsConsent || asked.needsConsent) return no('noConsent');
    const list = facts.nationalList;
    if (list?.hasNumber) return no('doNotCall');
    const mostDaysOld = asked.doNotCallList?.mostDaysOld ?? HOUSE_RULES.doNotCallDaysOld;
    if (list && nowMs - list.issuedAtMs > mostDaysOld * DAY_MS) return no('listTooOld');
  }
  return { allowed: true };
}

function restOf(facts: CalleeFacts, wish: CallWish, nowMs: number): MayCall | null {
  const { restAfterRefusalDays } = ruleOf(facts.country);
  if (facts.refusedAtMs !== null && restAfterRefusalDays !== null) {
    const untilMs = facts.refusedAtMs + restAfterRefusalDays * DAY_MS;
    if (untilMs > nowMs) return no('refusedLately', untilMs);
  }
  if (facts.abandonedAtMs !== null && !wish.byPerson) {
    const untilMs = facts.abandonedAtMs + strictest(facts.country).restAfterAbandonedHours * HOUR_MS;
    if (untilMs > nowMs) return no('abandonedLately', untilMs);
  }
  return null;
}

function limitOf(facts: CalleeFacts, wish: CallWish, nowMs: number): MayCall | null {
  const perDay = Math.min(wish.perDay, ruleOf(facts.country).mostADay ?? wish.perDay);
  for (const zone of facts.zones) {
    const today = dayOf(nowMs, zone);
    const calls = facts.calledAtMs.filter((atMs) => atMs <= nowMs && dayOf(atMs, zone) === today).length;
    if (calls >= perDay) return no('dayLimit', startOfDay(nextDay(today), zone));
  }
  const { mostInThirtyDays } = ruleOf(facts.country);
  if (mostInThirtyDays === null) return null;
  const lately = facts.calledAtMs.filter((atMs) => nowMs - atMs < THIRTY_DAYS * DAY_MS).toSorted((a, b) => b - a);
  const oldest = lately[mostInThirtyDays - 1];
  return oldest === undefined ? null : no('monthLimit', oldest + THIRTY_DAYS * DAY_MS);
}

/** Every set of hours that has to allow a call to this country. */
export function hoursFor(country: string, wish: Pick<CallWish, 'hours' | 'daysOff'>): CallableHours[] {
  const { weekly } = ruleOf(country);
  return [
    ...(wish.hours ? [wish.hours] : []),
    ...(weekly ? [{ weekly, holidays: [] }] : []),
    ...(wish.daysOff.length > 0 ? [hoursAround(wish.daysOff)] : []),
  ];
}

const no = (why: WhyNotCalled, untilMs: number | null = null): MayCall => ({ allowed: false, why, untilMs });
