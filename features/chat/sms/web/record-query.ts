import { dayOf, daysRange } from '#core/calendar/day-range.ts';
import { SmsStatus } from '#shared/codes/sms-status.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { smsDirections, type SmsFilter } from '../contract.ts';

/** The filters of the page as the address keeps them; days are those of the reader's zone. Without days: the last thirty. */
export const recordFilters = {
  status: '',
  direction: '',
  number: '',
  user: '',
  template: '',
  group: '',
  from: '',
  to: '',
} as const;
export type SmsRecordFilters = { [K in keyof typeof recordFilters]: string };

const DAYS = 30;
const DAY_MS = 86_400_000;
const isDay = (text: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** The days a search looks at. */
export function daysOf(
  { from, to }: Pick<SmsRecordFilters, 'from' | 'to'>,
  zone: string,
  nowMs: number,
): { from: string; to: string } {
  const known = [from, to].filter(isDay).sort();
  if (known.length > 0) return { from: known[0]!, to: known.at(-1)! };
  const today = dayOf(nowMs, zone);
  return {
    from: new Date(Date.parse(`${today}T00:00:00Z`) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10),
    to: today,
  };
}

/** What to ask the server for. Days become the moments at which they begin and end on the reader's own clock. */
export function recordQuery(filters: SmsRecordFilters, zone: string, nowMs: number): SmsFilter {
  const { status, direction, number, user, template, group } = filters;
  const days = daysOf(filters, zone, nowMs);
  const { fromMs, toMs } = daysRange(days.from, days.to, zone);
  const known = smsDirections.find((one) => one === direction);
  return {
    startDate: toWireTime(fromMs),
    endDate: toWireTime(toMs),
    ...(status !== '' && SmsStatus.has(Number(status)) ? { status: Number(status) as SmsStatus } : {}),
    ...(known ? { direction: known } : {}),
    ...(number.trim() ? { number: number.trim() } : {}),
    ...(isId(user) ? { userId: Number(user) } : {}),
    ...(isId(template) ? { smsTemplateId: Number(template) } : {}),
    ...(isId(group) ? { groupId: Number(group) } : {}),
  };
}
