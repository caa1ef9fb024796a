import { isOpenAt, openingOf, type Calendar } from '#core/calendar/business-hours.ts';

/** What is known of the rest of a list. */
export interface ListLeft {
  /** Customers still to be called. */
  open: number;
  /** Customers that were done with in so much time of calling, lately. */
  done: number;
  inMs: number;
  /** When it calls; null: at every hour. */
  hours: Calendar | null;
  expiresAtMs: number | null;
}

export type EndForecast =
  | { is: 'through' }
  | { is: 'unknown' }
  | { is: 'at'; atMs: number }
  /** So many are left when its time is over. */
  | { is: 'cutOff'; atMs: number; left: number };

const QUARTER_MS = 900_000;
/** Nobody plans further ahead, and what lies there is a guess. */
const AHEAD_MS = 366 * 86_400_000;

/**
 * When a list is through if it goes on as it did lately. Time counts while calls are made: of hours that are closed nothing comes. A
 * customer who is called again later is done with later, and was counted so lately too: the pace is of customers, not of calls.
 */
export function forecastEnd({ open, done, inMs, hours, expiresAtMs }: ListLeft, nowMs: number): EndForecast {
  if (open <= 0) return { is: 'through' };
  if (done <= 0 || inMs <= 0) return { is: 'unknown' };
  const perMs = done / inMs;
  const endMs = afterCalling(hours, nowMs, open / perMs);
  if (expiresAtMs !== null && (endMs === null || endMs > expiresAtMs)) {
    const called = callingTime(hours, nowMs, expiresAtMs) * perMs;
    return { is: 'cutOff', atMs: expiresAtMs, left: Math.max(1, Math.round(open - called)) };
  }
  return endMs === null ? { is: 'unknown' } : { is: 'at', atMs: endMs };
}

/** The moment at which so much time of calling has passed; null where there is none within a year. */
function afterCalling(hours: Calendar | null, nowMs: number, lastsMs: number): number | null {
  if (!hours) return lastsMs > AHEAD_MS ? null : nowMs + lastsMs;
  let [atMs, left] = [nowMs, lastsMs];
  while (atMs - nowMs < AHEAD_MS) {
    if (!isOpenAt(hours, atMs)) {
      const { opensAtMs } = openingOf(hours, atMs);
      if (opensAtMs === null) return null;
      atMs = opensAtMs;
      continue;
    }
    const stepMs = Math.min(left, stepFrom(atMs));
    atMs += stepMs;
    left -= stepMs;
    if (left <= 0) return atMs;
  }
  return null;
}

/** How much time of calling lies between two moments. */
function callingTime(hours: Calendar | null, fromMs: number, toMs: number): number {
  if (!hours) return toMs - fromMs;
  let [atMs, open] = [fromMs, 0];
  while (atMs < toMs && atMs - fromMs < AHEAD_MS) {
    if (!isOpenAt(hours, atMs)) {
      const { opensAtMs } = openingOf(hours, atMs);
      if (opensAtMs === null) break;
      atMs = opensAtMs;
      continue;
    }
    const stepMs = Math.min(toMs - atMs, stepFrom(atMs));
    atMs += stepMs;
    open += stepMs;
  }
  return open;
}

/** Hours begin and end at whole quarters nearly everywhere, and a forecast that is wrong by less is right enough elsewhere. */
const stepFrom = (atMs: number): number => QUARTER_MS - (atMs % QUARTER_MS);
