import { z } from 'zod';

const DAY_MS = 86_400_000;
const SHAPE = /^[1-9]\d{3}-\d\d-\d\d$/;

/** `YYYY-MM-DD` of a calendar. */
export const isDay = (text: string): boolean =>
  SHAPE.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
export const Day = z.string().regex(SHAPE).refine(isDay, 'no such day');

function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** IANA name. */
export const Zone = z.string().max(60).refine(isZone, 'no such zone');

/** Days of the reader's zone, both included. */
export const daysShape = { from: Day, to: Day, zone: Zone };

/** For `refine`: the days are in their order, and not too many. */
export const daysInOrder =
  (most: number) =>
  ({ from, to }: { from: string; to: string }): boolean =>
    from <= to && Date.parse(to) - Date.parse(from) < most * DAY_MS;
