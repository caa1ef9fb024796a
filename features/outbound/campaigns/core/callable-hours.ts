import { openingOf, type Calendar, type Holiday, type WeeklyStretch } from '#core/calendar/business-hours.ts';

/** When somebody may be called, as the clocks where they are count. */
export interface CallableHours {
  weekly: readonly WeeklyStretch[];
  holidays: readonly Holiday[];
}

/** How often the zones may send one another on before nobody can be called. */
const ROUNDS = 1_500;

/** Whether a customer may be called now: every rule in every zone they may be in has to allow it. */
export const isCallable = (rules: readonly CallableHours[], zones: readonly string[], nowMs: number): boolean =>
  calendars(rules, zones).every((calendar) => openingOf(calendar, nowMs).open);

/**
 * The first moment from now on at which every rule allows the call in every zone: now, if they do. Null when there is none within a year,
 * as for zones whose days never meet.
 */
export function nextAllowedMoment(
  rules: readonly CallableHours[],
  zones: readonly string[],
  nowMs: number,
): number | null {
  const all = calendars(rules, zones);
  let atMs = nowMs;
  for (let round = 0; round < ROUNDS; round += 1) {
    const openings = all.map((calendar) => openingOf(calendar, atMs));
    if (openings.every(({ open }) => open)) return atMs;
    let latestMs = atMs;
    for (const { opensAtMs } of openings) {
      if (opensAtMs === null) return null;
      if (opensAtMs > latestMs) latestMs = opensAtMs;
    }
    // Each opening lies behind the moment it was asked for: no round stands still.
    if (latestMs - nowMs > YEAR_MS) return null;
    atMs = latestMs;
  }
  return null;
}
const YEAR_MS = 366 * 86_400_000;

const calendars = (rules: readonly CallableHours[], zones: readonly string[]): Calendar[] =>
  rules.flatMap(({ weekly, holidays }) => zones.map((timeZone) => ({ timeZone, weekly, holidays })));

/** The same hours on several days. */
export const hoursOnDays = (days: readonly number[], from: number, to: number): WeeklyStretch[] =>
  days.map((day) => ({ day, from, to }));
