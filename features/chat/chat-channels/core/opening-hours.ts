import { openingOf, type WeeklyStretch } from '#core/calendar/business-hours.ts';

/** Whether a channel is open now, and in how many minutes it opens next (0 while open, null when never). Without hours it always is. */
export function opening(
  hours: readonly WeeklyStretch[] | null,
  timeZone: string,
  nowMs: number,
): { open: boolean; opensIn: number | null } {
  if (hours === null) return { open: true, opensIn: 0 };
  const { open, opensAtMs } = openingOf({ timeZone, weekly: hours, holidays: [] }, nowMs);
  return { open, opensIn: opensAtMs === null ? null : Math.ceil((opensAtMs - nowMs) / 60_000) };
}
