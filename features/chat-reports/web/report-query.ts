import { dayOf } from '#core/calendar/day-range.ts';
import type { DateRange } from '#platform/web/ui/date-range-field.tsx';
import { REPORT_DAYS_MOST, type ReportFilter } from '../contract.ts';

/** What the address keeps; without days: the last seven. */
export const reportAddress = ['range', 'from', 'to', 'channel', 'group', 'agent'] as const;
export type ReportAddress = Partial<Record<(typeof reportAddress)[number], string>>;

/** How many days, and how many days ago the last of them is. */
export const ranges = { today: [1, 0], yesterday: [1, 1], week: [7, 0], month: [30, 0] } as const;
export type RangeName = keyof typeof ranges;

const DAY_MS = 86_400_000;
const dayBefore = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
const isDay = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
const idOf = (text: string | undefined): number | undefined => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** Which of the named ranges it is; null: days somebody chose. */
export const rangeName = ({ range, from, to }: ReportAddress): RangeName | null => (isDay(from) && isDay(to) ? null : range && Object.hasOwn(ranges, range) ? (range as RangeName) : 'week');

/** The days meant, in a zone. A name stays right tomorrow. */
export function daysMeant(address: ReportAddress, zone: string, nowMs: number): DateRange {
  const name = rangeName(address);
  if (name === null) {
    const [from, to] = [address.from!, address.to!].sort() as [string, string];
    return { from: from < dayBefore(to, REPORT_DAYS_MOST - 1) ? dayBefore(to, REPORT_DAYS_MOST - 1) : from, to };
  }
  const [days, ago] = ranges[name];
  const to = dayBefore(dayOf(nowMs, zone), ago);
  return { from: dayBefore(to, days - 1), to };
}

/** What to ask the server for. */
export function reportFilter(address: ReportAddress, zone: string, nowMs: number): ReportFilter {
  const [channel, group, agent] = [idOf(address.channel), idOf(address.group), idOf(address.agent)];
  return { ...daysMeant(address, zone, nowMs), zone, ...(channel ? { channel_id: channel } : {}), ...(group ? { group_id: group } : {}), ...(agent ? { agent_id: agent } : {}) };
}
