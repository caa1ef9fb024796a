import { dayOf, daysRange } from '#core/calendar/day-range.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { toWireTime } from '#shared/wire-time.ts';
import { aiCallTabs, type TalkShow } from '../contract.ts';

/** The filters of the page as the address keeps them; days are those of the reader's zone. Without days: the last thirty. */
export const talkFilters = { tab: '', result: '', flow: '', search: '', from: '', to: '' } as const;
export type TalkFilters = { [K in keyof typeof talkFilters]: string };

const DAYS = 30;
const DAY_MS = 86_400_000;
const isDay = (text: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

type TabNumber = keyof typeof aiCallTabs;
export const tabNumbers = Object.keys(aiCallTabs).map(Number) as TabNumber[];

/** The tab on show: the one in the address, else the one whoever led here asked for, else all calls. */
export function tabOf(tab: string, asked: unknown): TabNumber {
  const wanted = tab === '' ? asked : Number(tab);
  return tabNumbers.find((one) => one === wanted) ?? 3;
}

export function daysOf(
  { from, to }: Pick<TalkFilters, 'from' | 'to'>,
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

export interface TalkQuery {
  show: TalkShow;
  startDate?: string;
  endDate?: string;
  result?: AiCallResult;
  flowId?: number;
  search?: string;
}

/** What to ask the server for; what goes on now needs no days. */
export function talkQuery(filters: TalkFilters, tab: TabNumber, zone: string, nowMs: number): TalkQuery {
  const { result, flow, search } = filters;
  const days = daysOf(filters, zone, nowMs);
  const { fromMs, toMs } = daysRange(days.from, days.to, zone);
  const show = aiCallTabs[tab];
  return {
    show,
    ...(show === 'live' ? {} : { startDate: toWireTime(fromMs), endDate: toWireTime(toMs) }),
    ...(show !== 'live' && result !== '' && AiCallResult.has(Number(result))
      ? { result: Number(result) as AiCallResult }
      : {}),
    ...(/^[1-9]\d{0,14}$/.test(flow) ? { flowId: Number(flow) } : {}),
    ...(search.trim() ? { search: search.trim() } : {}),
  };
}
