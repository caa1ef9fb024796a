/** A receiver that did not answer in time is left alone for a while: whoever waits for it waits in the place of others. */
export interface Backoff {
  /** How often in a row. */
  times: number;
  untilMs: number;
}

const FIRST_MS = 30_000;
const LONGEST_MS = 15 * 60_000;

/** The back-off after one more try that took too long. Tries that were under way together count once. */
export function backOffAfter(before: Backoff | undefined, nowMs: number): Backoff {
  if (before && before.untilMs > nowMs) return before;
  const times = (before?.times ?? 0) + 1;
  return { times, untilMs: nowMs + Math.min(FIRST_MS * 2 ** (times - 1), LONGEST_MS) };
}
