import type { Ringtone } from '#shared/codes/ringtone.ts';

/** A bell for a phone that has no settings of its own. */
export interface OneBell {
  /** Until `stop`; silent where the ringtone is, or where the browser has no sound. */
  ring(ringtone: Ringtone): void;
  stop(): void;
}
