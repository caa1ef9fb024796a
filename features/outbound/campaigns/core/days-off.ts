import type { Holiday } from '#core/calendar/business-hours.ts';
import { diallingCodeOf } from '#core/call/number-country.ts';
import { hoursOnDays, type CallableHours } from './callable-hours.ts';
import { ruleOf } from './country-rules.ts';
import { publicHolidays } from './public-holidays.ts';

/** A day on which a team calls nobody in a place. */
export interface DayOff {
  /** ISO 3166. */
  country: string;
  /** What numbers of a region begin with after the country's code; '' is the whole country. */
  area: string;
  /** `YYYY-MM-DD`, or `MM-DD` for every year. */
  date: string;
  name: string;
}

/** Where somebody is called, as far as days off go. */
export interface CalledPlace {
  /** Digits with the country's code. */
  number: string;
  /** Of the number. */
  country: string;
  /** Where they live by what is known of them; '' where nothing is. */
  livesIn: string;
}

/**
 * The days on which somebody is not called: public holidays of the country, where it asks for quiet then, and the team's own days of the
 * place. Those of the year before and after are among them, since it is already another year somewhere.
 */
export function daysOffOf(place: CalledPlace, own: readonly DayOff[], nowMs: number): Holiday[] {
  const year = new Date(nowMs).getUTCFullYear();
  const law = ruleOf(place.country).closedOnHolidays
    ? [year - 1, year, year + 1].flatMap((one) => publicHolidays(place.country, one))
    : [];
  const national = place.number.slice(diallingCodeOf(place.number)?.length ?? 0);
  const ours = own.filter(
    ({ country, area }) =>
      (country === place.country && national.startsWith(area)) || (area === '' && country === place.livesIn),
  );
  return [...ours.map(({ date, name }) => ({ date, name, hours: [] })), ...law];
}

const WHOLE_WEEK = hoursOnDays([1, 2, 3, 4, 5, 6, 7], 0, 1_440);

/** Every moment but those of the days off: what began the evening before ends at midnight too. */
export const hoursAround = (daysOff: readonly Holiday[]): CallableHours => ({ weekly: WHOLE_WEEK, holidays: daysOff });

/** The next days off of a country, for people to see: those of the law and the team's, each with its region where it has one. */
export function comingDaysOff(
  country: string,
  own: readonly DayOff[],
  today: string,
  most: number,
): (DayOff & { isOwn: boolean })[] {
  const year = Number(today.slice(0, 4));
  const years = [year, year + 1];
  const law = ruleOf(country).closedOnHolidays
    ? years.flatMap((one) => publicHolidays(country, one)).map(({ date, name }) => ({ country, area: '', date, name }))
    : [];
  const ours = own
    .filter((one) => one.country === country)
    .flatMap((one) =>
      one.date.length === 5 ? years.map((ofYear) => ({ ...one, date: `${ofYear}-${one.date}` })) : one,
    );
  return [...law.map((one) => ({ ...one, isOwn: false })), ...ours.map((one) => ({ ...one, isOwn: true }))]
    .filter(({ date }) => date >= today)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .slice(0, most);
}
