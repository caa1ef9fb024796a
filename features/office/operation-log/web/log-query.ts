import type { DateRange } from '#platform/web/ui/date-range.ts';
import { fromWallTime, fromWire, toWire, wallTime } from '#platform/web/zone.ts';
import type { LogFilter } from '../contract.ts';

/** The filters of the page as the address keeps them; days are those of the viewer's zone. */
export const logFilters = { module: '', action: '', userId: '', target: '', outcome: '', from: '', to: '' } as const;
export type LogFilters = { [K in keyof typeof logFilters]: string };

const DAY_MS = 86_400_000;
const nextDay = (day: string): string => toWire(new Date(fromWire(`${day} 00:00:00`).getTime() + DAY_MS)).slice(0, 10);
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** What to ask the server for: whole days become the moments at which they begin and end where the viewer is. */
export function logQuery({ module, action, userId, target, outcome, from, to }: LogFilters, zone: string): LogFilter {
  const dayStart = (day: string) => toWire(fromWallTime(`${day} 00:00:00`, zone));
  return {
    ...(module ? { module } : {}),
    ...(module && action ? { action } : {}),
    ...(Number(userId) > 0 ? { userId: Number(userId) } : {}),
    ...(target.trim() ? { target: target.trim() } : {}),
    ...(outcome === 'done' || outcome === 'refused' ? { outcome } : {}),
    ...(isDay(from) ? { from: dayStart(from) } : {}),
    ...(isDay(to) ? { to: dayStart(nextDay(to)) } : {}),
  };
}

/** The last so many days, today included, in a zone. */
export function lastDays(days: number, now: Date, zone: string): DateRange {
  const to = wallTime(now, zone).slice(0, 10);
  const from = toWire(new Date(fromWire(`${to} 00:00:00`).getTime() - (days - 1) * DAY_MS)).slice(0, 10);
  return { from, to };
}
