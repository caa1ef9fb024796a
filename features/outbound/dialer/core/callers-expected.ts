/** What is known of the people who call a group. */
export interface CallerHistory {
  /** How many came in the same half hour of each of the last days, yesterday first. */
  sameHalfHour: readonly number[];
  lastQuarter: number;
}

/** One caller in ten at most finds the agents kept for them taken by others who came just before. */
const UNLUCKY = 0.1;

/**
 * Callers to be expected in a quarter of an hour. Days are taken by their median, so that neither a closed weekend nor one stormy day decides;
 * what came just now counts as much as all of them. Days before the first caller say nothing of a group that is new.
 */
export function callersExpected({ sameHalfHour, lastQuarter }: CallerHistory): number {
  const known = sameHalfHour.slice(0, sameHalfHour.findLastIndex((calls) => calls > 0) + 1);
  return known.length === 0 ? lastQuarter : (median(known) / 2 + lastQuarter) / 2;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** So many agents are kept for callers of whom so many are expected (Poisson) before the next agent is free. */
export function keptForExpected(mean: number): number {
  let [kept, chance] = [0, Math.exp(-mean)];
  for (let within = chance; within < 1 - UNLUCKY && kept < MOST_KEPT; within += chance) {
    kept += 1;
    chance *= mean / kept;
  }
  return kept;
}
/** More agents than any campaign has. */
const MOST_KEPT = 1_000;
