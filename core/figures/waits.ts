/*
 * How long callers waited, as counts by steps: unlike medians, counts of periods add up. A percentile is exact to the step in
 * which it lies; steps are seconds at first, then about a fifth of the wait.
 */

/** The last second of each step; one more step has everything longer. */
export const waitSteps = [
  0, 1, 2, 3, 5, 7, 10, 12, 15, 17, 20, 25, 30, 35, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300, 420, 600, 900, 1_800,
  3_600,
] as const;
export const WAIT_STEPS = waitSteps.length + 1;

/** In which step a wait lies. */
export function waitStep(sec: number): number {
  const place = waitSteps.findIndex((last) => sec <= last);
  return place < 0 ? waitSteps.length : place;
}

/** Waits by steps. */
export function waitsOf(secs: readonly number[]): number[] {
  const counts = Array.from({ length: WAIT_STEPS }, () => 0);
  for (const sec of secs) counts[waitStep(sec)]! += 1;
  return counts;
}

export const addWaits = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((count, step) => count + b[step]!);

/** Within how many seconds this share of the waits was over; null without any. Inside a step they count as evenly spread. */
export function waitPercentile(counts: readonly number[], share: number, longestSec: number): number | null {
  const rank = Math.max(1, Math.ceil(share * counts.reduce((sum, count) => sum + count, 0)));
  let before = 0;
  for (const [step, count] of counts.entries()) {
    if (before + count >= rank) {
      const low = step === 0 ? 0 : waitSteps[step - 1]!;
      const high = Math.min(waitSteps[step] ?? longestSec, longestSec);
      return low + Math.ceil(((high - low) * (rank - before)) / count);
    }
    before += count;
  }
  return null;
}
