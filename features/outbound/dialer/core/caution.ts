/** How much risk a further call may bring, so that the allowance is used and never needed at once. */
export interface Caution {
  /** The chance to find nobody that a call may have at most. */
  allowed(): number;
  /** So many more calls than held agents would ring if only the risk counted. */
  wished(beyondHeld: number): void;
  /** A person answered, and found an agent or not, while so many more could have been abandoned. */
  answered(abandoned: boolean, left: number): void;
}

const [LEAST, MOST] = [0.002, 0.6];
/** An abandoned call makes this much more careful (logarithm), and what pays for it takes it back. */
const STEP = 0.06;
/** The reserve is what nine of ten moments wish for. A little less than that is enough to aim at the limit itself: who saves for longer spends less. */
const [GROWING, SHRINKING] = [0.18, 0.02];
const SPARE = 0.8;

/**
 * The risk allowed is moved until the share of abandoned calls is the one aimed at. That is the limit itself while enough is in reserve for
 * all who ring beyond the held agents, and less the less is in reserve: a day begins by saving.
 */
export function openCaution({ perMille, start }: { perMille: number; start: number }): Caution {
  let [logRisk, reserve] = [Math.log(start), 1];
  return {
    allowed: () => Math.exp(logRisk),
    wished(beyondHeld) {
      reserve = Math.max(1, reserve + (beyondHeld > reserve ? GROWING : -SHRINKING));
    },
    answered(abandoned, left) {
      const aimed = (perMille / 1_000) * Math.min(1, left / (SPARE * (reserve + 1)));
      logRisk += STEP * (aimed - (abandoned ? 1 : 0));
      logRisk = Math.min(Math.log(MOST), Math.max(Math.log(LEAST), logRisk));
    },
  };
}
