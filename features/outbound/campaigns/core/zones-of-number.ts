import { zonesOfCountry } from '#core/calendar/country-of-zone.ts';
import { wallTime } from '#core/calendar/day-range.ts';
import { countryOf, diallingCodeOf } from '#core/call/number-country.ts';
import { zonePlans } from './area-zones.ts';

/** What is known of where a customer is, beside the number. */
export interface Whereabouts {
  /** ISO 3166, '' where unknown. */
  country: string;
  /** IANA, '' where unknown: kept with the customer, or told by an address. */
  timeZone: string;
}

const NOWHERE: Whereabouts = { country: '', timeZone: '' };
/** For numbers of no country, such as ships' and satellites': the ends of the world and its middle. */
const EVERYWHERE = ['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati'];

const areasOf = new Map<string, ReadonlyMap<string, string[]>>();
function areasIn(country: string): ReadonlyMap<string, string[]> {
  let areas = areasOf.get(country);
  if (!areas) {
    const listed = zonePlans[country]?.areas ?? [];
    areas = new Map(listed.flatMap(([zones, digits]) => digits.split(' ').map((area) => [area, zones.split(' ')])));
    areasOf.set(country, areas);
  }
  return areas;
}
const LONGEST_AREA = 5;

/**
 * The zones a customer may be in: all of them have to allow a call. Rules:
 * 1. The longest digits of the number that its country's plan knows decide; else all zones of the country.
 * 2. A zone known from the customer narrows that, if it is one of them.
 * 3. If it is another, the number has travelled or the note is old: both count.
 * 4. What is known of the customer's country counts as its zones where the number belongs to another.
 */
export function zonesOfCustomer(number: string, known: Whereabouts = NOWHERE): readonly string[] {
  const byNumber = zonesOfNumber(number);
  if (known.timeZone !== '' && isZone(known.timeZone)) {
    const isOneOfThem = byNumber.some((zone) => isSameClock(zone, known.timeZone));
    return isOneOfThem ? [known.timeZone] : [...byNumber, known.timeZone].toSorted();
  }
  if (known.country === '' || known.country === countryOf(number)) return byNumber;
  return [...new Set([...byNumber, ...zonesOfPlan(known.country)])].toSorted();
}

function zonesOfNumber(number: string): readonly string[] {
  const country = countryOf(number);
  if (country === null) return EVERYWHERE;
  const national = number.slice(diallingCodeOf(number)!.length);
  const areas = areasIn(country);
  for (let length = Math.min(LONGEST_AREA, national.length); length > 0; length -= 1) {
    const zones = areas.get(national.slice(0, length));
    if (zones) return zones.toSorted();
  }
  return zonesOfPlan(country).toSorted();
}

function zonesOfPlan(country: string): readonly string[] {
  const planned = zonePlans[country]?.rest.split(' ');
  if (planned) return planned;
  const known = /^[A-Z]{2}$/.test(country) ? zonesOfCountry(country) : [];
  return known.length > 0 ? known : EVERYWHERE;
}

/** Names of the same clock, as `America/Toronto` and `America/Montreal`: they show the same in winter and in summer. */
const isSameClock = (one: string, other: string): boolean =>
  one === other || SEASONS.every((atMs) => wallTime(atMs, one) === wallTime(atMs, other));
const SEASONS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

const zones = new Map<string, boolean>();
/** Customers come from files: what somebody wrote there need not be a zone. */
function isZone(name: string): boolean {
  let known = zones.get(name);
  if (known === undefined) {
    try {
      known = wallTime(0, name) !== '';
    } catch {
      known = false;
    }
    if (zones.size < MOST_NAMES) zones.set(name, known);
  }
  return known;
}
const MOST_NAMES = 2_000;
