import { daysMeant as daysOfAddress, type ReportDays } from '#core/calendar/report-days.ts';
import { figureNames, type FigureName } from '#core/figures/glossary.ts';
import {
  HOURLY_DAYS_MOST,
  knowEachOther,
  STAT_DAYS_MOST,
  statCuts,
  statFilters,
  type StatCut,
  type StatFilterName,
  type StatReportName,
  type StatAddress,
  type StatNarrowing,
} from './reports.ts';

export { rangeName } from '#core/calendar/report-days.ts';

/** Days of agents come in pages of so many. */
export const AGENT_DAYS_SHOWN = 100;

/** What a report is compared with. */
export const spans = ['before', 'week', 'year'] as const;
export type Span = (typeof spans)[number];

const DAY_MS = 86_400_000;
const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const moved = (day: string, days: number): string => dayAt(dayMs(day) + days * DAY_MS);
export const countOfDays = ({ from, to }: ReportDays): number => (dayMs(to) - dayMs(from)) / DAY_MS + 1;

/** Weeks keep their weekdays: a year earlier is 52 of them. */
const YEAR_DAYS = 364;

/** As many days, earlier: right before, or the same weekdays a week or a year ago. */
export function earlierDays(days: ReportDays, span: Span): ReportDays {
  const count = countOfDays(days);
  const back = { before: count, week: Math.ceil(count / 7) * 7, year: YEAR_DAYS }[span];
  return { from: moved(days.from, -back), to: moved(days.to, -back) };
}

const idOf = (text: string | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

/** The days meant, in a zone. */
export const daysMeant = (address: StatAddress, zone: string, nowMs: number): ReportDays =>
  daysOfAddress(address, zone, nowMs, { most: STAT_DAYS_MOST });

/** What rows a report has: what was chosen, if it has such and knows it beside its filters, and hours only for a few days. */
export function cutMeant(report: StatReportName, address: StatAddress, filter: ReportDays & StatNarrowing): StatCut {
  const cuts: readonly StatCut[] = statCuts[report];
  const known = cuts.filter((by) => knowEachOther({ ...filter, by }));
  const wanted = known.find((cut) => cut === address.by) ?? known[0] ?? cuts[0]!;
  return wanted === 'hour' && countOfDays(filter) > HOURLY_DAYS_MOST ? 'day' : wanted;
}

export const spanMeant = ({ against }: StatAddress): Span | null => spans.find((span) => span === against) ?? null;

/** The figure a chart shows; null: the report's own first. */
export const chartMeant = ({ chart }: StatAddress): FigureName | null =>
  figureNames.find((name) => name === chart) ?? null;

/** What a report is asked for. */
export interface StatQuery extends ReportDays, StatNarrowing {
  zone: string;
  earlier?: ReportDays;
}

/** What to ask the server for. Of filters that do not know each other the later is left out. */
export function statFilter(
  report: StatReportName,
  address: StatAddress,
  zone: string,
  nowMs: number,
  days: ReportDays = daysMeant(address, zone, nowMs),
): StatQuery {
  const span = spanMeant(address);
  const kept: Partial<Record<StatFilterName, number>> = {};
  for (const name of statFilters[report]) {
    const id = idOf(address[name]);
    if (id !== undefined && knowEachOther({ ...kept, [name]: id })) kept[name] = id;
  }
  return {
    ...days,
    zone,
    ...kept,
    ...(span ? { earlier: earlierDays(days, span) } : {}),
  };
}
