/** How long something lasts, learnt from what has ended: recent ends count more. */
export interface TimeCurve {
  note(lastedMs: number): void;
  meanMs(): number;
  /** The chance to end within a time, by how long it has lasted already. */
  endsWithin(ms: number): (elapsedMs: number) => number;
}

export interface TimeCurveRule {
  /** What is believed before anything ended. */
  priorMeanMs: number;
  priorCount: number;
  /** Ends after which a past one counts 1/e. */
  lasting: number;
  binMs: number;
  bins: number;
}

/** Weights grow instead of all counts fading; before they are too large everything is made small again. */
const LARGEST_WEIGHT = 1e9;
/** So many made-up ends of a time without memory smooth what few ends say. */
const SMOOTHING = 20;

/** Counts of what lasted at least so long, bin by bin: the chance of an end is read from two of them. */
export function openTimeCurve(rule: TimeCurveRule): TimeCurve {
  const atLeast = new Float64Array(rule.bins + 1);
  const growth = 1 / (1 - 1 / rule.lasting);
  let [weight, count, sumMs] = [1, 0, 0];

  function lastedAtLeast(ms: number): number {
    const place = ms / rule.binMs;
    if (place >= rule.bins) return 0;
    const bin = Math.floor(place);
    return atLeast[bin]! + (atLeast[bin + 1]! - atLeast[bin]!) * (place - bin);
  }

  const meanMs = (): number =>
    (sumMs / weight + rule.priorMeanMs * rule.priorCount) / (count / weight + rule.priorCount);

  return {
    note(lastedMs) {
      if (weight > LARGEST_WEIGHT) {
        for (let bin = 0; bin <= rule.bins; bin += 1) atLeast[bin] = atLeast[bin]! / weight;
        [count, sumMs, weight] = [count / weight, sumMs / weight, 1];
      }
      weight *= growth;
      count += weight;
      sumMs += weight * lastedMs;
      const upTo = Math.min(rule.bins, Math.floor(lastedMs / rule.binMs));
      for (let bin = 0; bin <= upTo; bin += 1) atLeast[bin] = atLeast[bin]! + weight;
    },
    meanMs,
    endsWithin(ms) {
      const smoothing = SMOOTHING * weight;
      const plain = smoothing * (1 - Math.exp(-ms / meanMs()));
      return (elapsedMs) => {
        const there = lastedAtLeast(elapsedMs);
        return (there - lastedAtLeast(elapsedMs + ms) + plain) / (there + smoothing);
      };
    },
  };
}
