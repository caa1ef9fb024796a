/** How often people answer, as it is now. */
export interface AnswerRate {
  /** A call was answered by a person, or ended otherwise. */
  note(answered: boolean): void;
  now(): number;
  /** Something is known beforehand, such as this hour of other days: it counts as so many calls. */
  expect(rate: number, calls: number): void;
}

/** Calls after which a past one counts 1/e: the long memory for what is steady, the short one for what has changed. */
const LONG = 800;
const SHORT = 30;
/** Deviations of the short memory at which the long one is believed no more, and from which it is doubted. */
const CHANGED = 4.5;
const DOUBTED = 3;

interface Memory {
  calls: number;
  answered: number;
}

const rateOf = ({ calls, answered }: Memory): number => answered / calls;

function remember(memory: Memory, lasting: number, answered: boolean): void {
  memory.calls = memory.calls * (1 - 1 / lasting) + 1;
  memory.answered = memory.answered * (1 - 1 / lasting) + (answered ? 1 : 0);
}

/**
 * A long memory knows a steady rate well, and a short one notices that it jumped: the further it is from what chance explains, the more it is
 * believed, and in the end the long memory begins anew with it.
 */
export function openAnswerRate(prior: { rate: number; calls: number }): AnswerRate {
  let long: Memory = { calls: prior.calls, answered: prior.calls * prior.rate };
  const short: Memory = { ...long };

  function deviations(): number {
    const rate = Math.min(0.99, Math.max(0.01, rateOf(long)));
    // Fading weights say as much as twice their sum in equal ones.
    return (rateOf(short) - rateOf(long)) / Math.sqrt((rate * (1 - rate)) / (2 * short.calls));
  }

  return {
    note(answered) {
      remember(long, LONG, answered);
      remember(short, SHORT, answered);
      if (Math.abs(deviations()) > CHANGED) long = { ...short };
    },
    now() {
      const doubt = Math.min(1, Math.max(0, (Math.abs(deviations()) - DOUBTED) / (CHANGED - DOUBTED)));
      return rateOf(long) + doubt * (rateOf(short) - rateOf(long));
    },
    expect(rate, calls) {
      // What is known beforehand takes the place of as much of what was seen.
      const kept = Math.max(0, 1 - calls / long.calls);
      long = { calls: long.calls * kept + calls, answered: long.answered * kept + rate * calls };
      Object.assign(short, { calls: SHORT, answered: SHORT * rateOf(long) });
    },
  };
}
