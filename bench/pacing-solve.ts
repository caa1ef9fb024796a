import { writeOptima } from './pacing-optima.ts';
import { AGENTS, HANDLING_SEC, LIMIT, RATES, RING_SEC, type Optimum, type RingingTable } from './pacing-world.ts';

/*
 * `node bench/pacing-solve.ts` writes `pacing-optimum.tsv`: for numbers of agents and answer rates the pacing with the most busy time that
 * abandons at most 3 % of the answered calls. Minutes of one core.
 *
 * The model: ringing is exponential, talk with wrap-up too; a call that rang is answered with the answer rate; whoever is answered while all
 * are busy is abandoned. The state is (busy, ringing), the decision how many are to ring. Solved by value iteration with a price for abandoned
 * calls; of each price's policy the figures are those of its stationary distribution, not of a simulation.
 */
interface Model {
  agents: number;
  rate: number;
  mostRinging: number;
}
const [END, RANG] = [1 / HANDLING_SEC, 1 / RING_SEC];

function modelOf(agents: number, rate: number): Model {
  const usual = (agents * RING_SEC) / (HANDLING_SEC * rate);
  return { agents, rate, mostRinging: Math.min(Math.ceil((agents * 0.9) / rate) + 10, Math.ceil(2.5 * usual) + 30) };
}

/** The best number of ringing calls for each number of busy agents, when an abandoned call costs `price`; `values` is where it begins and ends. */
function solve({ agents, rate, mostRinging }: Model, price: number, values: Float64Array): number[] {
  const [width, per] = [mostRinging + 1, agents * END + mostRinging * RANG];
  const next = new Float64Array(values.length);
  for (let round = 0; round < 60_000; round += 1) {
    for (let busy = 0; busy <= agents; busy += 1) {
      const taken = Math.min(agents, busy + 1) * width;
      for (let ringing = 0; ringing <= mostRinging; ringing += 1) {
        const at = busy * width + ringing;
        const answers = ringing * RANG * rate;
        const abandons = busy === agents ? answers : 0;
        let value = (busy / agents - price * (abandons - LIMIT * answers)) / per;
        value += (1 - (busy * END + ringing * RANG) / per) * values[at]!;
        if (busy > 0) value += ((busy * END) / per) * values[at - width]!;
        if (ringing > 0)
          value +=
            ((ringing * RANG * (1 - rate)) / per) * values[at - 1]! + (answers / per) * values[taken + ringing - 1]!;
        next[at] = value;
      }
    }
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const undecided = round % 50 === 49 ? Float64Array.from(next) : null;
    for (let busy = 0; busy <= agents; busy += 1)
      for (let at = busy * width + mostRinging - 1; at >= busy * width; at -= 1)
        if (next[at + 1]! > next[at]!) next[at] = next[at + 1]!;
    const base = next[0]!;
    for (let at = 0; at < next.length; at += 1) {
      const gained = next[at]! - values[at]!;
      if (gained < least) least = gained;
      if (gained > most) most = gained;
      values[at] = next[at]! - base;
    }
    if (undecided && (most - least) * per < 2e-6) return levels(undecided, agents, width);
  }
  throw new Error('The values do not settle.');
}

function levels(undecided: Float64Array, agents: number, width: number): number[] {
  return Array.from({ length: agents + 1 }, (_, busy) => {
    let best = 0;
    for (let ringing = 1; ringing < width; ringing += 1)
      if (undecided[busy * width + ringing]! > undecided[busy * width + best]! + 1e-12) best = ringing;
    return best;
  });
}

/** How busy agents are and which share is abandoned in the long run; `chances` is where it begins and ends. */
function figures(
  { agents, rate, mostRinging }: Model,
  ringing: number[],
  chances: Float64Array,
): { busy: number; abandoned: number } {
  const [width, per] = [mostRinging + 1, agents * END + mostRinging * RANG];
  const after = new Float64Array(chances.length);
  const filled = (busy: number, rings: number): number => busy * width + Math.max(rings, ringing[busy]!);
  // Nothing happens where nobody talks and nothing rings.
  const [start, idle] = [filled(0, 0), chances[0]!];
  if (start > 0) {
    chances[start]! += idle;
    chances[0] = 0;
  }
  let last = { busy: 0, abandoned: 0 };
  for (let round = 1; round <= 200_000; round += 1) {
    after.fill(0);
    for (let busy = 0; busy <= agents; busy += 1)
      for (let rings = 0; rings <= mostRinging; rings += 1) {
        const chance = chances[busy * width + rings]!;
        if (chance < 1e-15) continue;
        const [ends, rang] = [(busy * END) / per, (rings * RANG) / per];
        after[busy * width + rings]! += chance * (1 - ends - rang);
        if (busy > 0) after[filled(busy - 1, rings)]! += chance * ends;
        if (rings > 0) {
          after[filled(busy, rings - 1)]! += chance * rang * (1 - rate);
          after[filled(Math.min(agents, busy + 1), rings - 1)]! += chance * rang * rate;
        }
      }
    chances.set(after);
    if (round % 500 !== 0) continue;
    const now = shares(chances, agents, width);
    if (Math.abs(now.busy - last.busy) + Math.abs(now.abandoned - last.abandoned) < 1e-6) return now;
    last = now;
  }
  return last;
}

function shares(chances: Float64Array, agents: number, width: number): { busy: number; abandoned: number } {
  let [busySum, answers, abandons] = [0, 0, 0];
  for (let busy = 0; busy <= agents; busy += 1)
    for (let rings = 0; rings < width; rings += 1) {
      const chance = chances[busy * width + rings]!;
      busySum += chance * busy;
      answers += chance * rings;
      if (busy === agents) abandons += chance * rings;
    }
  return { busy: busySum / agents, abandoned: abandons / answers };
}

/** The price at which the limit is met lies between two tables that are both best for it. */
function optimum(agents: number, rate: number): Optimum {
  const model = modelOf(agents, rate);
  const values = new Float64Array((agents + 1) * (model.mostRinging + 1));
  const chances = new Float64Array(values.length);
  chances[0] = 1;
  let [low, high] = [0, 4_000];
  let [below, beyond]: [RingingTable | null, RingingTable | null] = [null, null];
  for (let step = 0; step < 14; step += 1) {
    const price = Math.sqrt((low + 1) * (high + 1)) - 1;
    const ringing = solve(model, price, values);
    const table = { ...figures(model, ringing, chances), ringing };
    if (table.abandoned <= LIMIT) [below, high] = [table, price];
    else [beyond, low] = [table, price];
  }
  if (!below || !beyond) throw new Error('The price is out of range.');
  const [spared, overdrawn] = [-excess(below), excess(beyond)];
  const beyondShare = spared / (spared + overdrawn);
  return {
    agents,
    rate,
    busy: round(beyondShare * beyond.busy + (1 - beyondShare) * below.busy),
    below: shortened(below),
    beyond: shortened(beyond),
    beyondShare: round(beyondShare),
  };
}

/** Calls abandoned beyond the limit, in proportion to time: as many are answered as are talked to and abandoned. */
const excess = ({ busy, abandoned }: RingingTable): number => (busy * (abandoned - LIMIT)) / (1 - abandoned);
const shortened = ({ busy, abandoned, ringing }: RingingTable): RingingTable => ({
  busy: round(busy),
  abandoned: round(abandoned),
  ringing,
});
const round = (value: number): number => Number(value.toFixed(5));

const optima: Optimum[] = [];
for (const agents of AGENTS)
  for (const rate of RATES) {
    const found = optimum(agents, rate);
    optima.push(found);
    const { busy, below, beyond, beyondShare } = found;
    console.log(
      `${agents} agents, ${rate}: busy ${busy} (${below.busy} with ${below.abandoned} abandoned, ${beyond.busy} with ${beyond.abandoned} for ${beyondShare})`,
    );
  }
writeOptima(optima);
