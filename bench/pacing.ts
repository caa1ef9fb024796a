import { openPacing } from '#features/outbound/dialer/core/pacing.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { readOptima } from './pacing-optima.ts';
import { simulate, type DialingPolicy, type Simulated } from './pacing-simulator.ts';
import { AGENTS, cases, LIMIT, RATES, type PacingCase } from './pacing-world.ts';
import { print, type Figure } from './report.ts';

/*
 * The dialler's pacing beside one line per free agent, 1/p lines per free agent and the computed optimum (`pacing-solve.ts`), which knows the true
 * figures of each moment: the same calls in one simulator. Ours begins knowing nothing, and its first hours count.
 * `node bench/pacing.ts 5 p10` runs one number of agents or one case, and with `day` what ours comes to where the calendar day is counted as well,
 * as the product does. See docs/decisions/0024-pacing.md.
 */
const wanted = process.argv.slice(2);
const wants = (names: readonly string[], name: string): boolean =>
  !names.some((one) => wanted.includes(one)) || wanted.includes(name);
/** Fewer agents have fewer calls a day, and more days to be compared. */
const DAYS: Record<number, number> = { 5: 14, 10: 8, 25: 3, 50: 2 };
const SEED = 19;
const optima = readOptima();

/** How often its two tables take turns. */
const TURNS_SEC = 1_800;
/** Turns that are spread evenly, whatever the share. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The optimum for the true answer rate of a moment; between two that were computed, in proportion. */
function theOptimum(world: PacingCase, agents: number): DialingPolicy {
  const known = RATES.map((rate) => optima.find((one) => one.agents === agents && one.rate === rate)!);
  return {
    dial({ nowMs, free, ringingSinceMs }) {
      const place = ((world.rateAt(nowMs / 1_000) - RATES[0]!) / (RATES.at(-1)! - RATES[0]!)) * (RATES.length - 1);
      const at = Math.min(RATES.length - 2, Math.floor(place + 1e-9));
      const turn = (Math.floor(nowMs / 1_000 / TURNS_SEC) * GOLDEN) % 1;
      const [low, high] = [known[at]!, known[at + 1]!].map(
        ({ below, beyond, beyondShare }) => (turn < beyondShare ? beyond : below).ringing[agents - free]!,
      );
      return Math.max(0, Math.round(low! + (high! - low!) * (place - at)) - ringingSinceMs.length);
    },
  };
}

const linesPerFree = (lines: (sec: number) => number): DialingPolicy => ({
  dial: ({ nowMs, free, ringingSinceMs }) =>
    Math.max(0, Math.round(free * lines(nowMs / 1_000)) - ringingSinceMs.length),
});

const DAY_MS = 86_400_000;
const dayAt = (nowMs: number) => {
  const startMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { startMs, endMs: startMs + DAY_MS };
};

function ours(byDay = false): DialingPolicy {
  const pacing = openPacing({
    dispatchType: DispatchType.predictive,
    ratio: 1,
    allowance: { perMille: 1_000 * LIMIT, longestRingMs: 45_000, ...(byDay && { dayAt }) },
    expected: { answerRate: 0.3, ringMs: 15_000, handlingMs: 180_000 },
  });
  const outside = { inbound: { waiting: 0, perSecond: 0, keepFree: 0 }, lines: 1e6, starts: 1e6, customers: 1e9 };
  return {
    dial: ({ nowMs, free, busySinceMs, ringingSinceMs }) =>
      pacing.advise({
        nowMs,
        staff: { free, handlingSinceMs: busySinceMs, leavingFree: 0, leavingBusy: 0, inbound: 0 },
        ringingSinceMs,
        ...outside,
      }).dial,
    rang: (rangMs, answered) => pacing.rang({ rangMs, outcome: answered ? 'person' : 'nobody' }),
    answered: (nowMs, abandoned) => pacing.answered(nowMs, abandoned),
    handled: (lastedMs) => pacing.handled(lastedMs),
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(2).padStart(6)} %`;
const show = (name: string, { busy, abandoned, worstDay }: Simulated, beside = ''): void =>
  console.log(
    `  ${name.padEnd(22)} busy ${percent(busy)}  abandoned ${percent(abandoned)}, worst 24 h ${percent(worstDay)}${beside}`,
  );

const figures: Figure[] = [];
const names = { agents: AGENTS.map(String), cases: cases.map(({ name }) => name) };
for (const world of cases.filter(({ name }) => wants(names.cases, name)))
  for (const agents of AGENTS.filter((one) => wants(names.agents, String(one)))) {
    const run = (policy: DialingPolicy): Simulated => simulate(world, agents, DAYS[agents]!, SEED, policy);
    console.log(`\n${world.name}, ${agents} agents, ${DAYS[agents]} days`);
    show('one line per free', run(linesPerFree(() => 1)));
    show('1/p lines per free', run(linesPerFree((sec) => 1 / world.rateAt(sec))));
    const best = run(theOptimum(world, agents));
    show('the optimum', best);
    const from = performance.now();
    const found = run(ours());
    const us = (1_000 * (performance.now() - from)) / found.decisions;
    show('ours', found, `  ${percent(found.busy / best.busy)} of the optimum, ${us.toFixed(1)} µs a decision`);
    if (wanted.includes('day')) {
      const counted = run(ours(true));
      show('ours, by the day too', counted, `  ${percent(counted.busy / best.busy)} of the optimum`);
    }
    figures.push(
      {
        bench: `pacing.busy.${agents}.${world.name}`,
        ours: 100 * found.busy,
        reference: 100 * best.busy,
        unit: '%',
        goal: `ratio ≥ ${world.goal}`,
      },
      {
        bench: `pacing.abandoned.${agents}.${world.name}`,
        ours: 100 * found.worstDay,
        reference: 100 * best.abandoned,
        unit: '%',
        goal: 'ours in the worst 24 h ≤ 3; reference: the optimum in all',
      },
    );
  }
const { user, system } = process.cpuUsage();
print(`pacing: busy time and abandoned calls (${((user + system) / 1e6).toFixed(0)} s of processor time)`, figures);
