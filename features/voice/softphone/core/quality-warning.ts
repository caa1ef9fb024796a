/** Whose way of the sound is poor: what we send does not arrive well, or what they send does not. */
export type PoorSide = 'ours' | 'theirs';

/** A call's quality over time, as far as a warning needs it. */
export interface QualityWatch {
  /** Since when what we hear has been poor; null: it is not. */
  readonly hereSinceMs: number | null;
  /** Since when what the other side hears of us has been poor. */
  readonly thereSinceMs: number | null;
  readonly warning: PoorSide | null;
}

export const newQualityWatch: QualityWatch = { hereSinceMs: null, thereSinceMs: null, warning: null };

/** Below this people complain. */
const POOR_BELOW = 3;
/** A moment is no reason to interrupt anybody. */
const FOR_MS = 10_000;

/**
 * Takes in how a call sounds, once a second. Rules:
 * 1. Poor means a score below 3.0 for ten seconds on end; one better second and the count begins anew, and the warning goes.
 * 2. What the other side hears of us is ours to mend, so it is named first; poor sound that only arrives here is called theirs.
 *    What the other side hears is told seconds later: where it has just become poor as well, it is ours from the beginning.
 * 3. Where nothing is known nothing changes: held calls and pauses are no poor calls.
 */
export function watchQuality(
  before: QualityWatch,
  { atMs, mos, remoteMos }: { atMs: number; mos: number | null; remoteMos: number | null },
): QualityWatch {
  const since = (started: number | null, score: number | null): number | null =>
    score === null ? started : score < POOR_BELOW ? (started ?? atMs) : null;
  const hereSinceMs = since(before.hereSinceMs, mos);
  const thereSinceMs = since(before.thereSinceMs, remoteMos);
  const lasts = (started: number | null): boolean => started !== null && atMs - started >= FOR_MS;
  const warning = lasts(thereSinceMs)
    ? 'ours'
    : lasts(hereSinceMs)
      ? thereSinceMs === null
        ? 'theirs'
        : 'ours'
      : null;
  return { hereSinceMs, thereSinceMs, warning };
}
