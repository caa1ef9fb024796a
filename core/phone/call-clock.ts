import type { Phone } from './phone.ts';
import { PHONE } from './phone-constants.ts';

/** A length of time as timers show it, 00:00:00; hours go on past 99. */
export function clockText(lengthMs: number): string {
  const seconds = Math.max(0, Math.floor(lengthMs / 1_000));
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Minutes and seconds, with hours once there are any. */
export const shortClock = (lengthMs: number): string => clockText(lengthMs).replace(/^00:/, '');

/** A countdown: what is left, and whether it is time to warn. */
export interface Countdown {
  leftSec: number;
  isWarning: boolean;
}

/** The timers of a call at a moment; null for what does not run. */
export interface CallTimes {
  talkedMs: number | null;
  heldMs: number | null;
  callLeft: Countdown | null;
  holdLeft: Countdown | null;
}

export function callTimes({ call }: Phone, nowMs: number): CallTimes {
  return {
    talkedMs: since(call?.sinceMs, nowMs),
    heldMs: since(call?.hold.sinceMs, nowMs),
    callLeft: countdown(call?.limitEndsMs, nowMs),
    holdLeft: countdown(call?.hold.endsMs, nowMs),
  };
}

/** Clocks may be set back in a call. */
const since = (sinceMs: number | null | undefined, nowMs: number): number | null =>
  sinceMs === null || sinceMs === undefined ? null : Math.max(0, nowMs - sinceMs);

function countdown(endsMs: number | null | undefined, nowMs: number): Countdown | null {
  if (endsMs === null || endsMs === undefined) return null;
  const leftSec = Math.max(0, Math.ceil((endsMs - nowMs) / 1_000));
  return { leftSec, isWarning: leftSec <= PHONE.warnAtSec };
}
