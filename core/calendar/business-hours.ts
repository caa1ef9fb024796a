import { dayOf, nextDay, startOfDay, wallTime } from './day-range.ts';

/** Minutes from midnight; one that ends before it begins, or when it begins, goes over midnight. */
export interface Stretch {
  from: number;
  to: number;
}

/** Of one weekday; 1 is Monday. */
export interface WeeklyStretch extends Stretch {
  day: number;
}

/** A day unlike others. */
export interface Holiday {
  /** `YYYY-MM-DD`, or `MM-DD` for every year. */
  date: string;
  name: string;
  /** None: closed all day. */
  hours: readonly Stretch[];
}

/** When somebody is there, as the clocks of a zone count. */
export interface Calendar {
  timeZone: string;
  weekly: readonly WeeklyStretch[];
  holidays: readonly Holiday[];
}

export interface Opening {
  open: boolean;
  /** Now while open; null when it does not open within a year. */
  opensAtMs: number | null;
  /** Of today, where today is one. */
  holiday: string | null;
}

const DAY_MIN = 1_440;
const MINUTE_MS = 60_000;
/** A whole year with its leap day, and the night before. */
const DAYS_AHEAD = 368;

/**
 * Whether it is open at a moment, and when it opens next. Rules:
 * 1. A holiday's hours replace those of its weekday; a date with its year goes before one of every year.
 * 2. What began the evening before goes on over midnight, also into a holiday: it belongs to the day it began on.
 * 3. Hours are what clocks show: on days when clocks are set a stretch is an hour longer or shorter, and what begins at a
 *    time that is left out begins at the first moment after it.
 */
export function openingOf(calendar: Calendar, nowMs: number): Opening {
  const today = dayOf(nowMs, calendar.timeZone);
  const holiday = holidayOn(calendar, today)?.name ?? null;
  if (isOpenAt(calendar, nowMs)) return { open: true, opensAtMs: nowMs, holiday };
  return { open: false, opensAtMs: nextOpening(calendar, today, nowMs), holiday };
}

/** The same without looking for when it opens, which takes a hundred times as long. */
export function isOpenAt(calendar: Calendar, nowMs: number): boolean {
  const wall = wallTime(nowMs, calendar.timeZone);
  const today = wall.slice(0, 10);
  const minute = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
  return (
    hoursOn(calendar, today).some(({ from, to }) => minute >= from && (to <= from || minute < to)) ||
    hoursOn(calendar, dayBefore(today)).some(({ from, to }) => to <= from && minute < to)
  );
}

function nextOpening(calendar: Calendar, today: string, nowMs: number): number | null {
  let day = today;
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const begins = hoursOn(calendar, day)
      .map(({ from }) => momentOf(day, from, calendar.timeZone))
      .filter((atMs) => atMs > nowMs);
    if (begins.length > 0) return Math.min(...begins);
    day = nextDay(day);
  }
  return null;
}

/** The hours of a date, whatever makes them. */
export const hoursOn = (calendar: Calendar, date: string): readonly Stretch[] =>
  holidayOn(calendar, date)?.hours ?? calendar.weekly.filter(({ day }) => day === weekdayOf(date));

export const holidayOn = ({ holidays }: Calendar, date: string): Holiday | undefined =>
  holidays.find((one) => one.date === date) ?? holidays.find((one) => one.date === date.slice(5));

/** When clocks of a zone show this minute of a day; a minute that comes twice is the first of the two. */
export function momentOf(date: string, minute: number, zone: string): number {
  const begins = startOfDay(date, zone);
  const plain = begins + minute * MINUTE_MS;
  const wanted = `${date} ${String(Math.trunc(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
  const shownMs = (atMs: number): number => Date.parse(`${wallTime(atMs, zone).replace(' ', 'T')}Z`);
  const wantedMs = Date.parse(`${wanted.replace(' ', 'T')}Z`);
  // Clocks set within the day: as far off as they show, once each way.
  const once = plain + wantedMs - shownMs(plain);
  if (shownMs(once) === wantedMs) return once;
  // Left out: the first moment that shows more.
  let [before, after] = [Math.min(plain, once), Math.max(plain, once)];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / (2 * MINUTE_MS)) * MINUTE_MS;
    if (shownMs(middle) < wantedMs) before = middle;
    else after = middle;
  }
  return after;
}

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MIN * MINUTE_MS).toISOString().slice(0, 10);
