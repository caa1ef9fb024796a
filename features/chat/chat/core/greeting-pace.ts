/** A conversation an agent has and has not answered since they got it: when they first looked at it, null for not yet. */
export type Ungreeted = number | null;

/** Whoever looked and has not answered by then is no longer waited for: not everything wants an answer. */
export const GREETING_LASTS_MS = 120_000;

/**
 * How many new conversations can be offered to an agent now. Not more are put before somebody at once than they can greet within the
 * time each of them is given: the rest waits in the line, where others may take it.
 */
export function roomToGreet(ungreeted: readonly Ungreeted[], atOnce: number, nowMs: number): number {
  const pending = ungreeted.filter((lookedMs) => lookedMs === null || nowMs - lookedMs < GREETING_LASTS_MS);
  return Math.max(0, atOnce - pending.length);
}
