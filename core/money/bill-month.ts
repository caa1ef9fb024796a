import { startOfDay } from '../calendar/day-range.ts';

/** `YYYY-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7);

export function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** The moment a month begins by the clocks of a zone. */
export const startOfMonth = (month: string, zone: string): number => startOfDay(`${month}-01`, zone);

/** The days of a month: how many there are. */
export function daysIn(month: string): number {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

/** A month waits so long for its last calls and messages before it is closed. */
export const CLOSED_AFTER_MS = 6 * 3_600_000;

/**
 * The month to close next: the one behind the last bill, or the one the account was opened in. Null while it is not long enough
 * over. A clock that goes back closes nothing again, since the bill is there.
 */
export function monthToClose({
  afterMonth,
  firstMonth,
  zone,
  nowMs,
}: {
  afterMonth: string | null;
  firstMonth: string;
  zone: string;
  nowMs: number;
}): string | null {
  const month = afterMonth === null ? firstMonth : nextMonth(afterMonth);
  return startOfMonth(nextMonth(month), zone) + CLOSED_AFTER_MS <= nowMs ? month : null;
}
