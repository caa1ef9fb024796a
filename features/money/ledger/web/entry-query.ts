import { dayOf, daysRange } from '#core/calendar/day-range.ts';
import { entryKindNames } from '#core/money/entry-kinds.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { EntryFilter } from '../contract.ts';

/** The filters of the page as the address keeps them; days are those of the reader's zone. Without days: the last thirty. */
export const entryFilters = { kinds: '', from: '', to: '', call: '' } as const;
export type EntryFilters = { [K in keyof typeof entryFilters]: string };

const DAYS = 30;
const DAY_MS = 86_400_000;
const isDay = (text: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** The days a search looks at. */
export function entryDays({ from, to }: Pick<EntryFilters, 'from' | 'to'>, zone: string, nowMs: number) {
  const known = [from, to].filter(isDay).sort();
  if (known.length > 0) return { from: known[0]!, to: known.at(-1)! };
  const today = dayOf(nowMs, zone);
  return {
    from: new Date(Date.parse(`${today}T00:00:00Z`) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10),
    to: today,
  };
}

export const kindsOf = ({ kinds }: Pick<EntryFilters, 'kinds'>) =>
  entryKindNames.filter((kind) => kinds.split(',').includes(kind));

/** What to ask the server for. Whoever looks for a call finds all of it, whenever it was. */
export function entryQuery(filters: EntryFilters, zone: string, nowMs: number): EntryFilter {
  const kinds = kindsOf(filters);
  if (filters.call) return { kinds, callId: filters.call };
  const days = entryDays(filters, zone, nowMs);
  const { fromMs, toMs } = daysRange(days.from, days.to, zone);
  return { kinds, startDate: toWireTime(fromMs), endDate: toWireTime(toMs) };
}
