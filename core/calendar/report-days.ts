import { dayOf } from './day-range.ts';
import { isDay } from '#shared/days.ts';

/** From one day to another, both included. */
export interface ReportDays {
  from: string;
  to: string;
}

/** The days a report is about, as its address keeps them: a name, or days somebody chose. */
export interface DaysAddress {
  range?: string;
  from?: string;
  to?: string;
}

/** How many days, and how many days ago the last of them is. */
export const ranges = { today: [1, 0], yesterday: [1, 1], week: [7, 0], month: [30, 0] } as const;
export type RangeName = keyof typeof ranges;

const DAY_MS = 86_400_000;
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** Which of the named ranges it is; null: days somebody chose. */
export const rangeName = ({ range, from = '', to = '' }: DaysAddress, unsaid: RangeName = 'week'): RangeName | null =>
  isDay(from) && isDay(to) ? null : range && Object.hasOwn(ranges, range) ? (range as RangeName) : unsaid;

/** The days meant, in a zone; of more than `most` the last. A name stays right tomorrow. */
export function daysMeant(
  address: DaysAddress,
  zone: string,
  nowMs: number,
  { most, unsaid = 'week' }: { most: number; unsaid?: RangeName },
): ReportDays {
  const name = rangeName(address, unsaid);
  if (name === null) {
    const [from, to] = [address.from!, address.to!].sort() as [string, string];
    const earliest = dayBefore(to, most - 1);
    return { from: from < earliest ? earliest : from, to };
  }
  const [days, ago] = ranges[name];
  const to = dayBefore(dayOf(nowMs, zone), ago);
  return { from: dayBefore(to, days - 1), to };
}
