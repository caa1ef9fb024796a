import { duration } from '#platform/web/format.ts';

/** Where there is nothing to say. */
export const DASH = '–';

/** How long something took; nothing where it did not happen. */
export const time = (seconds: number, isThere = seconds > 0) =>
  isThere ? <span className="figures">{duration(seconds)}</span> : DASH;
