/** Where an announcement stands. */
export const announcementStatuses = ['scheduled', 'inEffect', 'ended'] as const;
export type AnnouncementStatus = (typeof announcementStatuses)[number];

/** In effect from its start on, up to but not including its end; without an end until it is deleted. */
export function announcementStatus(
  { startsMs, endsMs }: { startsMs: number; endsMs: number | null },
  nowMs: number,
): AnnouncementStatus {
  if (nowMs < startsMs) return 'scheduled';
  return endsMs !== null && nowMs >= endsMs ? 'ended' : 'inEffect';
}
