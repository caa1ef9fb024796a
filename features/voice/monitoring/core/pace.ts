/**
 * When something that changes may be told: at once after a pause, else together with all that comes until the pause is over.
 * The last change is always told.
 */
export interface Pace {
  readonly everyMs: number;
  readonly pushedMs: number;
  /** A timer is set. */
  readonly isDue: boolean;
}

export const newPace = (everyMs: number): Pace => ({ everyMs, pushedMs: Number.NEGATIVE_INFINITY, isDue: false });

/** Something changed: how long to wait before telling it, null when a timer is set already. */
export function paceChange(pace: Pace, nowMs: number): { pace: Pace; waitMs: number | null } {
  if (pace.isDue) return { pace, waitMs: null };
  // A clock that was set back must not make anybody wait for hours.
  const waitMs = Math.min(pace.everyMs, Math.max(0, pace.pushedMs + pace.everyMs - nowMs));
  return { pace: { ...pace, isDue: true }, waitMs };
}

/** The timer came, and something was told. */
export const pacePushed = (pace: Pace, nowMs: number): Pace => ({ ...pace, pushedMs: nowMs, isDue: false });

/** The timer came and there was nothing to tell: what changes next need not wait for it. */
export const paceSpared = (pace: Pace): Pace => ({ ...pace, isDue: false });
