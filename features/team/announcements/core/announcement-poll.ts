/** How often a page looks for announcements (specification W9); the setting AnnouncementFastPoll picks the alternative. */
export const ANNOUNCEMENT_POLL_MS = 180_000;
export const ANNOUNCEMENT_FAST_POLL_MS = 60_000;

/** `fastPoll` is the value of the tenant's setting, null where it was never set. */
export const announcementPollMs = (fastPoll: string | null): number =>
  fastPoll === 'true' ? ANNOUNCEMENT_FAST_POLL_MS : ANNOUNCEMENT_POLL_MS;
