/** What a conversation's clock counts by, in moments of the server; null for what does not run. */
export interface ClockMoments {
  /** Not looked at by then, it goes back to the line. */
  reactByMs: number | null;
  /** By then the team promised an answer. */
  answerByMs: number | null;
  /** Since then somebody waits for one. */
  sinceMs: number | null;
}

export interface ShownClock {
  what: 'react' | 'left' | 'late' | 'waiting';
  ms: number;
  /** To be told in its greatest unit: nobody counts the seconds of half an hour. */
  isRough: boolean;
  tone: 'grey' | 'warning' | 'red';
}

const SOON_MS = 60_000;
const LONG_MS = 3_600_000;

/**
 * The one clock of a conversation that matters now: until it is looked at the one that takes it away, after that what was promised,
 * and then how late that is. A moment that is due this second is not late yet.
 */
export function shownClock({ reactByMs, answerByMs, sinceMs }: ClockMoments, nowMs: number): ShownClock {
  if (reactByMs !== null) {
    const ms = Math.max(0, reactByMs - nowMs);
    return { what: 'react', ms, isRough: ms >= LONG_MS, tone: 'warning' };
  }
  if (answerByMs === null) {
    const ms = Math.max(0, nowMs - (sinceMs ?? nowMs));
    return { what: 'waiting', ms, isRough: ms >= LONG_MS, tone: 'grey' };
  }
  const ms = answerByMs - nowMs;
  if (ms < 0) return { what: 'late', ms: -ms, isRough: true, tone: 'red' };
  return { what: 'left', ms, isRough: ms >= LONG_MS, tone: ms < SOON_MS ? 'warning' : 'grey' };
}
