/** The world pacings are compared in, as the computed optimum knows it. */
export const AGENTS = [5, 10, 25, 50];
/** Answer rates the optimum was computed for. */
export const RATES = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4];
export const RING_SEC = 12;
/** Talk and wrap-up together. */
export const HANDLING_SEC = 135;
/** Of the answered calls so many may be abandoned. */
export const LIMIT = 0.03;

/** A pacing by tables: how many calls ring by how many agents are busy, and what comes of it in the long run. */
export interface RingingTable {
  busy: number;
  abandoned: number;
  ringing: number[];
}

/**
 * The best there is for a number of agents and an answer rate. Numbers of calls are whole: of the two best tables one stays below the limit and one goes beyond it,
 * and only both in turns use the allowance up.
 */
export interface Optimum {
  agents: number;
  rate: number;
  busy: number;
  below: RingingTable;
  beyond: RingingTable;
  /** The share of the time that the table beyond the limit has. */
  beyondShare: number;
}

/** What is so in one case; moments are seconds from its beginning. */
export interface PacingCase {
  name: string;
  rateAt(sec: number): number;
  /** The time of a talk from a chance and a normally distributed number. */
  handlingSec(chance: number, normal: number): number;
  /** Of the optimum's busy time. */
  goal: number;
}

const HOUR = 3_600;
const exponential = (chance: number): number => -Math.log(1 - chance) * HANDLING_SEC;
/** Most talks are short and few are very long; the mean is the same. */
const SPREAD = 0.8;
const logNormal = (_: number, normal: number): number => HANDLING_SEC * Math.exp(SPREAD * normal - SPREAD ** 2 / 2);

const steady = (rate: number): PacingCase => ({
  name: `p${100 * rate}`,
  rateAt: () => rate,
  handlingSec: exponential,
  goal: 0.97,
});

export const cases: PacingCase[] = [
  steady(0.1),
  steady(0.3),
  steady(0.4),
  { name: 'lognormal', rateAt: () => 0.3, handlingSec: logNormal, goal: 0.95 },
  {
    name: 'drift',
    // From 15 to 35 % and back within two hours.
    rateAt: (sec) => 0.25 + 0.1 * Math.sin((2 * Math.PI * sec) / (2 * HOUR)),
    handlingSec: exponential,
    goal: 0.95,
  },
  {
    name: 'jump',
    // From 10 to 40 % from one moment to the next, for every other two hours.
    rateAt: (sec) => (Math.floor(sec / (2 * HOUR)) % 2 === 0 ? 0.1 : 0.4),
    handlingSec: exponential,
    goal: 0.95,
  },
];
