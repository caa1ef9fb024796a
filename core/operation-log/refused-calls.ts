/** Refusals of one person at one call within a quarter of an hour: the first is told at once, the rest together. */
export interface RefusedCalls {
  sinceMs: number;
  /** Since the first, not told yet. */
  more: number;
}

const QUARTER_MS = 900_000;

export const isQuarterOver = ({ sinceMs }: RefusedCalls, nowMs: number): boolean => nowMs >= sinceMs + QUARTER_MS;

/** Counts one more refusal; `isDue` when it begins a quarter, whose predecessor the caller has told of. */
export const refusedAgain = (
  before: RefusedCalls | undefined,
  nowMs: number,
): { calls: RefusedCalls; isDue: boolean } =>
  before && !isQuarterOver(before, nowMs)
    ? { calls: { ...before, more: before.more + 1 }, isDue: false }
    : { calls: { sinceMs: nowMs, more: 0 }, isDue: true };
