import { dayOf, startOfDay, wallTime } from '#core/calendar/day-range.ts';
import type { ReportDays } from '#core/calendar/report-days.ts';
import type { MailedEvery } from './reports.ts';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const MONDAY = 1;

const moved = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The moment a clock shows an hour on a day; an hour that a change of clocks leaves out is the one after it. */
function hourOf(day: string, hour: number, zone: string): number {
  const atMs = startOfDay(day, zone) + hour * HOUR_MS;
  const shown = Number(wallTime(atMs, zone).slice(11, 13));
  const foundMs = dayOf(atMs, zone) === day ? atMs + (hour - shown) * HOUR_MS : atMs - HOUR_MS;
  const isLeftOut = wallTime(foundMs, zone) < `${day} ${String(hour).padStart(2, '0')}`;
  return isLeftOut ? foundMs + HOUR_MS : foundMs;
}

const isMailDay = (every: MailedEvery, day: string): boolean =>
  every === 'day' || (every === 'week' ? weekday(day) === MONDAY : day === firstOfMonth(day));

/** When the next mail leaves after a moment: every day, on Mondays, or on the first of a month, at an hour of the reader's clock. */
export function nextMailMs(
  { every, hour }: { every: MailedEvery; hour: number },
  afterMs: number,
  zone: string,
): number {
  for (let day = dayOf(afterMs, zone); ; day = moved(day, 1))
    if (isMailDay(every, day) && hourOf(day, hour, zone) > afterMs) return hourOf(day, hour, zone);
}

/** Of mails that are due by now the newest, and when the next leaves: what a server or a tenant that stood still missed is not made up for. */
export function newestDue(
  { every, hour, dueMs }: { every: MailedEvery; hour: number; dueMs: number },
  nowMs: number,
  zone: string,
): { dueMs: number; nextMs: number } {
  for (let newestMs = dueMs; ;) {
    const nextMs = nextMailMs({ every, hour }, newestMs, zone);
    if (nextMs > nowMs) return { dueMs: newestMs, nextMs };
    newestMs = nextMs;
  }
}

/** The days a mail is about: the day, the week or the month before the one it is due on. */
export function mailedDays(every: MailedEvery, dueMs: number, zone: string): ReportDays {
  const today = dayOf(dueMs, zone);
  const to = moved(today, -1);
  if (every === 'day') return { from: to, to };
  return { from: every === 'week' ? moved(today, -7) : firstOfMonth(to), to };
}
