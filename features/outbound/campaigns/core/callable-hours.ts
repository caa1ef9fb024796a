import { isOpenAt, openingOf, type Calendar, type Holiday, type WeeklyStretch } from '#core/calendar/business-hours.ts';

/** When somebody may be called, as the clocks where they are count. */
export interface CallableHours {
  weekly: readonly WeeklyStretch[];
  holidays: readonly Holiday[];
}

/** Hours come round every week, but for holidays and the days on which clocks are set: who cannot be called until then, cannot. */
const AHEAD_MS = 35 * 86_400_000;

/** Whether a customer may be called now: every rule in every zone they may be in has to allow it. */
export const isCallable = (rules: readonly CallableHours[], zones: readonly string[], nowMs: number): boolean =>
  calendars(rules, zones).every((calendar) => isOpenAt(calendar, nowMs));

/**
 * The first moment from now on at which every rule allows the call in every zone: now, if they do. Null when there is none within five weeks,
 * as for zones whose days never meet.
 */
export function nextAllowedMoment(
  rules: readonly CallableHours[],
  zones: readonly string[],
  nowMs: number,
): number | null {
  const all = calendars(rules, zones);
  let atMs = nowMs;
  // Each opening lies behind the moment it was asked for: no round stands still.
  while (atMs - nowMs <= AHEAD_MS) {
    const closed = all.filter((calendar) => !isOpenAt(calendar, atMs));
    if (closed.length === 0) return atMs;
    let latestMs = atMs;
    for (const calendar of closed) {
      const { opensAtMs } = openingOf(calendar, atMs);
      if (opensAtMs === null) return null;
      if (opensAtMs > latestMs) latestMs = opensAtMs;
    }
    atMs = latestMs;
  }
  return null;
}

const calendars = (rules: readonly CallableHours[], zones: readonly string[]): Calendar[] =>
  rules.flatMap(({ weekly, holidays }) => zones.map((timeZone) => ({ timeZone, weekly, holidays })));

/** The same hours on several days. */
export const hoursOnDays = (days: readonly number[], from: number, to: number): WeeklyStretch[] =>
  days.map((day) => ({ day, from, to }));
