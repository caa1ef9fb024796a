/** When calls that ring are answered, learnt from those that rang. */
export interface RingCurve {
  /** A call was answered by a person after a time, or ended otherwise. */
  note(rangMs: number, answered: boolean): void;
  meanMs(): number;
  /** Three equally likely times after which a call that will be answered is answered. */
  answerTimes(): readonly number[];
  /** The chance to be answered within a time, by how long it has rung and how often people answer now. */
  answersWithin(ms: number, rate: number): (rangMs: number) => number;
}

export interface RingCurveRule {
  priorMeanMs: number;
  priorCount: number;
  /** Calls after which a past one counts 1/e. */
  lasting: number;
}

const BIN_MS = 1_000;
const BINS = 90;
const LARGEST_WEIGHT = 1e9;
const SMOOTHING = 20;
/** The times to answer change slowly: they are read anew after so many calls. */
const KEPT_FOR = 50;
/** The curve remembers another rate than the present one; it is scaled by this much at most. */
const MOST_SCALED = 5;

/** Of a call that has rung for a while less is to be expected where people answer soon or never. */
export function openRingCurve(rule: RingCurveRule): RingCurve {
  const [answeredAfter, ringingAfter] = [new Float64Array(BINS + 1), new Float64Array(BINS + 1)];
  const growth = 1 / (1 - 1 / rule.lasting);
  let [weight, count, sumMs, noted] = [1, 0, 0, 0];
  let kept: { at: number; times: readonly number[] } | null = null;

  const meanMs = (): number =>
    (sumMs / weight + rule.priorMeanMs * rule.priorCount) / (count / weight + rule.priorCount);

  function readTimes(): readonly number[] {
    const [mean, prior, all] = [meanMs(), SMOOTHING * weight, answeredAfter[0]!];
    const times: number[] = [];
    for (let bin = 0; times.length < 3; bin += 1) {
      const answered = all - (answeredAfter[bin] ?? 0) + prior * (1 - Math.exp((-bin * BIN_MS) / mean));
      while (times.length < 3 && answered >= ((2 * times.length + 1) / 6) * (all + prior))
        times.push(Math.max(0.5, bin - 0.5) * BIN_MS);
    }
    return times;
  }

  return {
    note(rangMs, answered) {
      if (weight > LARGEST_WEIGHT) {
        for (const counts of [answeredAfter, ringingAfter])
          for (let bin = 0; bin <= BINS; bin += 1) counts[bin] = counts[bin]! / weight;
        [count, sumMs, weight] = [count / weight, sumMs / weight, 1];
      }
      weight *= growth;
      count += weight;
      sumMs += weight * rangMs;
      noted += 1;
      const upTo = Math.min(BINS, Math.floor(rangMs / BIN_MS));
      for (let bin = 0; bin <= upTo; bin += 1) {
        ringingAfter[bin] = ringingAfter[bin]! + weight;
        if (answered) answeredAfter[bin] = answeredAfter[bin]! + weight;
      }
    },
    meanMs,
    answerTimes() {
      if (!kept || noted - kept.at >= KEPT_FOR) kept = { at: noted, times: readTimes() };
      return kept.times;
    },
    answersWithin(ms, rate) {
      const smoothing = SMOOTHING * weight;
      const plain = smoothing * rate * (1 - Math.exp(-ms / meanMs()));
      const remembered = answeredAfter[0]! / Math.max(weight, ringingAfter[0]!);
      const scale = Math.min(MOST_SCALED, rate / Math.max(0.01, remembered));
      return (rangMs) => {
        const answered = at(answeredAfter, rangMs) - at(answeredAfter, rangMs + ms);
        return Math.min(1, (answered * scale + plain) / (at(ringingAfter, rangMs) + smoothing));
      };
    },
  };
}

function at(counts: Float64Array, ms: number): number {
  const place = ms / BIN_MS;
  if (place >= BINS) return 0;
  const bin = Math.floor(place);
  return counts[bin]! + (counts[bin + 1]! - counts[bin]!) * (place - bin);
}
