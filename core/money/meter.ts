import { HELD_AHEAD_SEC } from './cost.ts';

/** So long before the money of a call ends its people are told. */
export const WARNED_MS = 30_000;
/** Whoever is on the line is told goodbye within what is paid for. */
export const FAREWELL_MS = 6_000;
/** Somebody may top up any moment. */
const ASK_AGAIN_MS = 5_000;

/** A leg that costs something, while it is talked on. */
export interface Meter {
  /** Paid for until then, from its answer. */
  coveredMs: number;
  /** When more was last asked for in vain; null: it never was, since it was last granted. */
  refusedMs: number | null;
  isWarned: boolean;
}

/** What is to be done about a leg at a moment of its talk: a minute lies ready ahead as long as there is money. */
export type MeterStep = { do: 'wait'; ms: number } | { do: 'holdMore' } | { do: 'warn' } | { do: 'end' };

export function meterStep({ coveredMs, refusedMs, isWarned }: Meter, talkedMs: number): MeterStep {
  const leftMs = coveredMs - talkedMs;
  const aheadMs = HELD_AHEAD_SEC * 1_000;
  if (leftMs > aheadMs) return { do: 'wait', ms: leftMs - aheadMs };
  if (refusedMs === null || talkedMs - refusedMs >= ASK_AGAIN_MS) return { do: 'holdMore' };
  if (leftMs <= FAREWELL_MS) return { do: 'end' };
  if (leftMs <= WARNED_MS && !isWarned) return { do: 'warn' };
  const untilMs = leftMs - (isWarned ? FAREWELL_MS : WARNED_MS);
  return { do: 'wait', ms: Math.min(refusedMs + ASK_AGAIN_MS - talkedMs, untilMs) };
}
