/** Fewer say nothing about the next. */
const ENOUGH = 5;
const MINUTE_SEC = 60;
/** What people say: nobody answers within 37 minutes. */
const SAID_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1_440] as const;

/** Within how many minutes half of these were answered, in a number people would say; null: too few, or too long to promise anything. */
export function usualAnswerMinutes(answeredAfterSec: readonly number[]): number | null {
  if (answeredAfterSec.length < ENOUGH) return null;
  const middle = answeredAfterSec.toSorted((a, b) => a - b)[Math.floor(answeredAfterSec.length / 2)]!;
  return SAID_MINUTES.find((minutes) => middle <= minutes * MINUTE_SEC) ?? null;
}
