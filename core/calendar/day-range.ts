/** A stretch of time; `toMs` is no longer part of it. */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function wallFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format)
    formats.set(
      zone,
      (format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })),
    );
  return format;
}

/** What the clock on the wall of a zone shows: `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (atMs: number, zone: string): string => wallFormat(zone).format(atMs);

/** The day it is somewhere: `YYYY-MM-DD`. */
export const dayOf = (atMs: number, zone: string): string => wallTime(atMs, zone).slice(0, 10);

/**
 * The moment a day begins somewhere: midnight or, where a change of clocks leaves midnight out, the first moment
 * after it. Where midnight comes twice, the first one.
 */
export function startOfDay(day: string, zone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  // Zones reach from 12 hours behind to 14 ahead: somewhere in between the day begins.
  let [before, within] = [asUtc - 15 * 3_600_000, asUtc + 13 * 3_600_000];
  while (within - before > 1_000) {
    const middle = Math.floor((before + within) / 2_000) * 1_000;
    if (dayOf(middle, zone) < day) before = middle;
    else within = middle;
  }
  return within;
}

/** The day after. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** From the beginning of the first day to the end of the last, as the clocks of a zone count. */
export const daysRange = (firstDay: string, lastDay: string, zone: string): TimeRange => ({
  fromMs: startOfDay(firstDay, zone),
  toMs: startOfDay(nextDay(lastDay), zone),
});
