import { dayOf, startOfDay, nextDay, type TimeRange } from '#core/calendar/day-range.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { RecordFilter } from '../contract.ts';

/** A search with nothing left to interpret: moments instead of days, digits instead of what somebody typed. */
export interface CallRecordSearch {
  /** Null: of any time. */
  range: TimeRange | null;
  direction?: RecordFilter['direction'];
  groupId?: number | undefined;
  userGroupId?: number | undefined;
  name?: NameSearch | undefined;
  /** Only these, which have the name that was asked for. */
  ids?: readonly number[] | undefined;
  number?: NumberSearch | undefined;
  caller?: NumberSearch | undefined;
  callId?: string | undefined;
  customerId?: string | undefined;
  status?: RecordFilter['status'];
  sort?: RecordFilter['sort'];
  userId?: number | undefined;
  campaignId?: number | undefined;
  trunkId?: number | undefined;
  didNumberId?: number | undefined;
  lostAt?: RecordFilter['lostAt'];
  min?: number | undefined;
  max?: number | undefined;
  /** Only calls this person took part in. */
  ownOf?: number | undefined;
}

export interface NameSearch {
  text: string;
  /** `firstLetter`: all that a masked name shows. `words`: a part again, of a name that so many have that they are not listed by id. */
  by: 'part' | 'firstLetter' | 'words';
}

export interface NumberSearch {
  digits: string;
  /** `visibleEnd`: no more than a masked number shows, or it could be found out by trying. */
  by: 'beginningOrEnd' | 'whole' | 'visibleEnd';
}

interface Reader {
  zone: string;
  nowMs: number;
  needsMasking: boolean;
}

/** Reads a filter as its author means it. */
export const searchOf = (filter: RecordFilter, reader: Reader): CallRecordSearch => ({
  range: rangeOf(filter, reader),
  direction: filter.direction,
  groupId: filter.group,
  userGroupId: filter.userGroupId,
  name: filter.name ? { text: filter.name, by: reader.needsMasking ? 'firstLetter' : 'part' } : undefined,
  number: numberOf(filter.number, reader),
  caller: numberOf(filter.caller, reader),
  callId: filter.callId || undefined,
  status: filter.status,
  sort: filter.sort,
  userId: filter.userId,
  campaignId: filter.campaignId,
  trunkId: filter.trunkId,
  didNumberId: filter.didNumberId,
  lostAt: filter.lostAt,
  min: filter.min,
  max: filter.max,
});

/** What somebody typed or pasted, stars included. */
export function numberOf(
  typed: string | undefined,
  { needsMasking }: Pick<Reader, 'needsMasking'>,
): NumberSearch | undefined {
  if (!typed) return undefined;
  return needsMasking
    ? { digits: typed.slice(typed.lastIndexOf('*') + 1).replace(/\D/g, ''), by: 'visibleEnd' }
    : { digits: typed.replace(/\D/g, ''), by: 'beginningOrEnd' };
}

export const wholeNumber = (typed: string): NumberSearch => ({ digits: typed.replace(/\D/g, ''), by: 'whole' });

/**
 * Today unless said; a day alone means that day to the end of today, or the last day by itself. Whoever
 * knows the id of a call finds it on any day.
 */
export function rangeOf(
  { startDate, endDate, callId }: Pick<RecordFilter, 'startDate' | 'endDate' | 'callId'>,
  { zone, nowMs }: Pick<Reader, 'zone' | 'nowMs'>,
): TimeRange | null {
  if (callId && !startDate && !endDate) return null;
  const today = dayOf(nowMs, zone);
  const toMs =
    endDate === undefined
      ? startOfDay(nextDay(today), zone)
      : isDay(endDate)
        ? startOfDay(nextDay(endDate), zone)
        : fromWireTime(endDate);
  const lastDay = endDate === undefined ? today : isDay(endDate) ? endDate : dayOf(toMs - 1, zone);
  const fromMs =
    startDate === undefined
      ? startOfDay(lastDay, zone)
      : isDay(startDate)
        ? startOfDay(startDate, zone)
        : fromWireTime(startDate);
  return { fromMs, toMs };
}

const isDay = (text: string): boolean => text.length === 10;
