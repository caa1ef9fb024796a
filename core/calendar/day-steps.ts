import { dayOf, daysRange, nextDay, startOfDay, type TimeRange } from './day-range.ts';

const HOUR_MS = 3_600_000;

export interface DaySteps {
  step: 'hour' | 'day';
  /** The moments at which they begin. */
  starts: number[];
  range: TimeRange;
}

/** How a span of days is cut for a report: hours of a single day, else days, as the clocks of the zone count. */
export function stepsOf(days: { from: string; to: string; zone: string }): DaySteps {
  const step = days.from === days.to ? 'hour' : 'day';
  return { step, ...cutDays(days, step) };
}

export type CalendarStep = 'hour' | 'day' | 'week' | 'month';

/** A span of days cut as asked: weeks begin on Mondays, and the first and last piece may be shorter. */
export function cutDays(
  { from, to, zone }: { from: string; to: string; zone: string },
  step: CalendarStep,
): { starts: number[]; range: TimeRange } {
  const range = daysRange(from, to, zone);
  const starts: number[] = [];
  if (step === 'hour') {
    for (let ms = range.fromMs; ms < range.toMs; ms += HOUR_MS) starts.push(ms);
    return { starts, range };
  }
  const begins = (day: string): boolean =>
    step === 'day' ||
    day === from ||
    (step === 'month' ? day.endsWith('-01') : new Date(`${day}T00:00:00Z`).getUTCDay() === 1);
  // A day some zones left out begins when the next one does.
  for (let day = from; day <= to; day = nextDay(day)) {
    const ms = startOfDay(day, zone);
    if (begins(day) && dayOf(ms, zone) === day) starts.push(ms);
  }
  return { starts, range };
}
