import type { CallSort } from '#core/call/call-sorts.ts';
import { daysMeant as daysOfAddress, rangeName as nameOfAddress, type RangeName } from '#core/calendar/report-days.ts';
import type { DateRange } from '#platform/web/ui/date-range.ts';
import { DASHBOARD_DAYS_MOST, type DashboardFilter } from '../contract.ts';

/** What the address keeps; without days: today. */
export const dashboardAddress = ['range', 'from', 'to', 'group', 'agent', 'day'] as const;
export type DashboardAddress = Partial<Record<(typeof dashboardAddress)[number], string>>;

const idOf = (text: string | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

export const rangeName = (address: DashboardAddress): RangeName | null => nameOfAddress(address, 'today');
export const daysMeant = (address: DashboardAddress, zone: string, nowMs: number): DateRange =>
  daysOfAddress(address, zone, nowMs, { most: DASHBOARD_DAYS_MOST, unsaid: 'today' });

/** What to ask the server for. */
export function dashboardFilter(address: DashboardAddress, zone: string, nowMs: number): DashboardFilter {
  const [group, agent] = [idOf(address.group), idOf(address.agent)];
  return {
    ...daysMeant(address, zone, nowMs),
    zone,
    ...(group ? { group_id: group } : {}),
    ...(agent ? { agent_id: agent } : {}),
  };
}

/** The day the timeline shows: one of the range, the last unless said; of a range that goes on, no later than today. */
export function timelineDay({ day }: DashboardAddress, { from, to }: DateRange, today: string): string {
  const last = to > today && from <= today ? today : to;
  return day !== undefined && day >= from && day <= to ? day : last;
}

export interface CallsBehind {
  sort: CallSort;
  group_id?: number | undefined;
  agent_id?: number | undefined;
  /** A part of the range: moments of the wire. */
  start?: string;
  end?: string;
}

/** The address of the list of exactly the calls a figure counts. */
export function recordsAddress(
  { from, to, group_id, agent_id }: DashboardFilter,
  { sort, start, end, agent_id: agent = agent_id, group_id: group = group_id }: CallsBehind,
): string {
  const when = start !== undefined && end !== undefined ? { since: start, until: end } : { from, to };
  return `/record?${new URLSearchParams({ ...when, sort, ...(group ? { group: String(group) } : {}), ...(agent ? { agent: String(agent) } : {}) })}`;
}
