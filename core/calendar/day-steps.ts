import { dayOf, daysRange, nextDay, startOfDay, type TimeRange } from './day-range.ts';

const HOUR_MS = 3_600_000;

export interface DaySteps {
  step: 'hour' | 'day';
  /** The moments at which they begin. */
  starts: number[];
  range: TimeRange;
}

/** How a span of days is cut for a report: hours of a single day, else days, as the clocks of the zone count. */
export function stepsOf({ from, to, zone }: { from: string; to: string; zone: string }): DaySteps {
  const range = daysRange(from, to, zone);
  const starts: number[] = [];
  if (from === to) {
    for (let ms = range.fromMs; ms < range.toMs; ms += HOUR_MS) starts.push(ms);
    return { step: 'hour', starts, range };
  }
  // A day some zones left out begins when the next one does.
  for (let day = from; day <= to; day = nextDay(day)) {
    const ms = startOfDay(day, zone);
    if (dayOf(ms, zone) === day) starts.push(ms);
  }
  return { step: 'day', starts, range };
}
