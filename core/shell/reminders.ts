import { BlockedMedia } from '#shared/codes/blocked-media.ts';

export interface ZoneFacts {
  browserOffsetMin: number;
  /** Null until the user has chosen a zone: then there is nothing to differ from. */
  savedZoneOffsetMin: number | null;
  alreadyShownThisSession: boolean;
}

/** Whether to remind of a saved zone whose clock differs from the one on the user's wall; once per session. */
export const zoneReminderDue = ({
  browserOffsetMin,
  savedZoneOffsetMin,
  alreadyShownThisSession,
}: ZoneFacts): boolean =>
  !alreadyShownThisSession && savedZoneOffsetMin !== null && browserOffsetMin !== savedZoneOffsetMin;

/** The permission guide to show for what the browser withholds; none when it withholds nothing. */
export function permissionGuideFor({
  audioBlocked,
  micBlocked,
}: {
  audioBlocked: boolean;
  micBlocked: boolean;
}): BlockedMedia | null {
  if (audioBlocked && micBlocked) return BlockedMedia.both;
  if (audioBlocked) return BlockedMedia.audio;
  return micBlocked ? BlockedMedia.microphone : null;
}
