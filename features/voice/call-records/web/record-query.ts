import { dayOf, daysRange, type TimeRange } from '#core/calendar/day-range.ts';
import { callSorts, type CallSort } from '#core/call/call-sorts.ts';
import { lossPlaces, type LossPlace } from '#core/figures/loss.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import type { DateRange } from '#platform/web/ui/date-range.ts';
import type { RecordFilter } from '../contract.ts';

/**
 * The filters of the page as the address keeps them; days are those of the reader's zone. Without days: today. `since` and
 * `until` are moments of the wire: a part of a day, as a chart leads to it.
 */
export const recordFilters = {
  direction: '',
  status: '',
  group: '',
  userGroup: '',
  number: '',
  name: '',
  caller: '',
  callId: '',
  min: '',
  max: '',
  from: '',
  to: '',
  sort: '',
  agent: '',
  campaign: '',
  trunk: '',
  did: '',
  lostAt: '',
  since: '',
  until: '',
} as const;
export type CallRecordFilters = { [K in keyof typeof recordFilters]: string };

const directions: readonly string[] = ['inbound', 'outbound', 'internal'] satisfies RecordFilter['direction'][];
const isLossPlace = (text: string): text is LossPlace => (lossPlaces as readonly string[]).includes(text);
const DAY_MS = 86_400_000;
const isDay = (text: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
const isCount = (text: string): boolean => /^\d{1,6}$/.test(text);

/** The last so many days, today included, in a zone. */
export function lastDays(days: number, nowMs: number, zone: string): DateRange {
  const to = dayOf(nowMs, zone);
  return { from: new Date(Date.parse(`${to}T00:00:00Z`) - (days - 1) * DAY_MS).toISOString().slice(0, 10), to };
}

/** The part of a day that is meant; null: whole days. */
export function spanOf({ since, until }: Pick<CallRecordFilters, 'since' | 'until'>): TimeRange | null {
  try {
    const [fromMs, toMs] = [fromWireTime(since), fromWireTime(until)];
    return fromMs < toMs ? { fromMs, toMs } : null;
  } catch {
    return null;
  }
}

/** The days a search looks at; null for a call that is known by its id and may be of any day. */
export function daysOf(
  { from, to, callId, since, until }: Pick<CallRecordFilters, 'from' | 'to' | 'callId' | 'since' | 'until'>,
  zone: string,
  nowMs: number,
): DateRange | null {
  const span = spanOf({ since, until });
  if (span) return { from: dayOf(span.fromMs, zone), to: dayOf(span.toMs - 1, zone) };
  const known = [from, to].filter(isDay).sort();
  if (known.length > 0) return { from: known[0]!, to: known.at(-1)! };
  return callId.trim() ? null : lastDays(1, nowMs, zone);
}

/**
 * What to ask the server for. Days become the moments at which they begin and end on the reader's own clock, so that the
 * list, its file and the times on the page never disagree about what belongs to a day.
 */
export function recordQuery(filters: CallRecordFilters, zone: string, nowMs: number): RecordFilter {
  const { direction, status, group, userGroup, min, max, sort, agent, campaign, trunk, did, lostAt } = filters;
  const days = daysOf(filters, zone, nowMs);
  const range = spanOf(filters) ?? (days && daysRange(days.from, days.to, zone));
  const texts = Object.fromEntries(
    (['number', 'name', 'caller', 'callId'] as const)
      .map((name) => [name, filters[name].trim()])
      .filter(([, text]) => text),
  );
  return {
    ...texts,
    ...(directions.includes(direction) ? { direction: direction as RecordFilter['direction'] } : {}),
    ...(status !== '' && CallOutcome.has(Number(status)) ? { status: Number(status) as CallOutcome } : {}),
    ...(Object.hasOwn(callSorts, sort) ? { sort: sort as CallSort } : {}),
    ...(Number(agent) > 0 ? { userId: Number(agent) } : {}),
    ...(Number(campaign) > 0 ? { campaignId: Number(campaign) } : {}),
    ...(Number(trunk) > 0 ? { trunkId: Number(trunk) } : {}),
    ...(Number(did) > 0 ? { didNumberId: Number(did) } : {}),
    ...(isLossPlace(lostAt) ? { lostAt } : {}),
    ...(Number(group) > 0 ? { group: Number(group) } : {}),
    ...(Number(userGroup) > 0 ? { userGroupId: Number(userGroup) } : {}),
    ...(isCount(min) ? { min: Number(min) } : {}),
    ...(isCount(max) ? { max: Number(max) } : {}),
    ...(range ? { startDate: toWireTime(range.fromMs), endDate: toWireTime(range.toMs) } : {}),
  };
}
