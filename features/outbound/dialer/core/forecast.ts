/** What may happen within a time: each chance is of one thing, and they do not know of one another. */
export interface Horizon {
  /** That an agent in a call becomes free. */
  frees: readonly number[];
  /** That a ringing call is answered. */
  answers: readonly number[];
  /** That a call dialled now is answered. */
  newAnswer: number;
  /** Inbound callers to be expected, who take agents as well, and how many agents are kept for them besides. */
  inbound: number;
  kept: number;
}

/** The chance that a call, if it is answered, finds nobody free; for each further call dialled. */
export interface Risk {
  /** Of the next call. */
  next(): number;
  /** One more call is dialled. */
  dial(): void;
}

/**
 * A call answered at the end of a horizon finds nobody when at least as many others were answered as agents were free or became free. The
 * distributions of both are exact; the horizons are equally likely.
 */
export function openRisk(free: number, horizons: readonly Horizon[]): Risk {
  const ends = horizons.map(({ frees, answers, newAnswer, inbound, kept }) => {
    const answered = answers.reduce(withOne, inbound > 0 ? beyond(arrivals(inbound), kept) : [1]);
    // freedAtMost[n]: the chance that n or fewer become free.
    const freedAtMost = frees.reduce(withOne, [1]);
    for (let n = 1; n < freedAtMost.length; n += 1) freedAtMost[n] = freedAtMost[n]! + freedAtMost[n - 1]!;
    return { answered, freedAtMost, newAnswer };
  });
  return {
    next() {
      let risk = 0;
      for (const { answered, freedAtMost } of ends)
        for (let n = free; n < answered.length; n += 1)
          risk += answered[n]! * freedAtMost[Math.min(n - free, freedAtMost.length - 1)]!;
      return risk / ends.length;
    },
    dial() {
      for (const { answered, newAnswer } of ends) withOne(answered, newAnswer);
    },
  };
}

/** What is rarer is not looked at: of fifty calls that ring, all are never answered within seconds. */
const NEGLIGIBLE = 1e-9;

/** How many of independent things happen: the distribution, now with one more of them. */
function withOne(distribution: number[], chance: number): number[] {
  const length = distribution.length;
  const all = distribution[length - 1]! * chance;
  if (all > NEGLIGIBLE) distribution.push(all);
  for (let n = length - 1; n > 0; n -= 1)
    distribution[n] = distribution[n]! * (1 - chance) + distribution[n - 1]! * chance;
  distribution[0] = distribution[0]! * (1 - chance);
  return distribution;
}

/** How many of them find none of the agents kept for them. */
const beyond = (distribution: readonly number[], kept: number): number[] => [
  distribution.slice(0, kept + 1).reduce((sum, chance) => sum + chance, 0),
  ...distribution.slice(kept + 1),
];

/** Callers who come by themselves (Poisson), up to where hardly anything is left. */
function arrivals(mean: number): number[] {
  const distribution = [Math.exp(-mean)];
  for (let n = 1; n < mean + 6 * Math.sqrt(mean) + 4; n += 1) distribution.push((distribution[n - 1]! * mean) / n);
  return distribution;
}
