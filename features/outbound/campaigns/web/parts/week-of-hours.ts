import type { WeeklyStretch } from '#core/calendar/business-hours.ts';
import type { CallingHours } from '../../contract.ts';

/** Hours as a week shows them: a row for every day. */
export const weekOf = (hours: readonly CallingHours[]): WeeklyStretch[] =>
  hours
    .flatMap(({ weekdays, from, to }) => weekdays.map((day) => ({ day, from, to })))
    .toSorted((a, b) => a.day - b.day || a.from - b.from);

/** And back: days with the same hours together. Until midnight is until the end of the day. */
export function hoursOfWeek(week: readonly WeeklyStretch[]): CallingHours[] {
  const found = new Map<string, CallingHours>();
  for (const { day, from, to } of week) {
    const key = `${from} ${to}`;
    const known = found.get(key) ?? { weekdays: [], from, to: to === 0 ? 1_440 : to };
    const weekday = day as CallingHours['weekdays'][number];
    if (!known.weekdays.includes(weekday)) known.weekdays.push(weekday);
    found.set(key, known);
  }
  return [...found.values()];
}
