import { daysMeant as daysOfAddress } from '#core/calendar/report-days.ts';
import type { DateRange } from '#platform/web/ui/date-range.ts';
import { REPORT_DAYS_MOST, type ReportFilter } from '../contract.ts';

export { rangeName } from '#core/calendar/report-days.ts';

/** What the address keeps; without days: the last seven. */
export const reportAddress = ['range', 'from', 'to', 'channel', 'group', 'agent'] as const;
export type ReportAddress = Partial<Record<(typeof reportAddress)[number], string>>;

const idOf = (text: string | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** The days meant, in a zone. */
export const daysMeant = (address: ReportAddress, zone: string, nowMs: number): DateRange =>
  daysOfAddress(address, zone, nowMs, { most: REPORT_DAYS_MOST });

/** What to ask the server for. */
export function reportFilter(address: ReportAddress, zone: string, nowMs: number): ReportFilter {
  const [channel, group, agent] = [idOf(address.channel), idOf(address.group), idOf(address.agent)];
  return {
    ...daysMeant(address, zone, nowMs),
    zone,
    ...(channel ? { channel_id: channel } : {}),
    ...(group ? { group_id: group } : {}),
    ...(agent ? { agent_id: agent } : {}),
  };
}
