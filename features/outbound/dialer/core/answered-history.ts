import type { AnsweredCalls, AnsweredStretch } from './allowance.ts';

/** What was answered lately, for whatever has to be counted anew: by another rule, or by a wall that was set. */
export interface AnsweredHistory {
  add(atMs: number, calls: AnsweredCalls): void;
  /** In the order of time. */
  all(): readonly AnsweredStretch[];
  /** The wall was set by so much: what happened stays as long ago as it was. */
  shift(byMs: number): void;
}

const STRETCH_MS = 300_000;
const KEPT_MS = 31 * 86_400_000;

/** Begins with what was written down. Of stamps that a wall told that was ahead, nobody can say more than that they are past. */
export function openHistory(written: readonly AnsweredStretch[], nowMs: number): AnsweredHistory {
  let stretches: AnsweredStretch[] = [];
  for (const { atMs, ...calls } of written) add(Math.min(atMs, nowMs), calls);

  function add(atMs: number, { answered, abandoned }: AnsweredCalls): void {
    const last = stretches.at(-1);
    if (last && atMs - last.atMs < STRETCH_MS) {
      last.answered += answered;
      last.abandoned += abandoned;
      return;
    }
    const firstKept = stretches.findIndex((one) => atMs - one.atMs < KEPT_MS);
    if (firstKept > 0) stretches = stretches.slice(firstKept);
    stretches.push({ atMs, answered, abandoned });
  }

  return {
    add,
    all: () => stretches,
    shift(byMs) {
      stretches = stretches.map((one) => ({ ...one, atMs: one.atMs + byMs }));
    },
  };
}
