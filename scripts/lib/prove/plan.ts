/** What a run does and how long each part of it may take. */
export const phaseNames = ['load', 'faults', 'hostile', 'soak', 'kills'] as const;
export type PhaseName = (typeof phaseNames)[number];

export interface RunPlan {
  kind: 'whole' | 'quick' | 'tried';
  /** From its beginning to its end, report included. */
  limitSec: number;
  seconds: Readonly<Record<PhaseName, number>>;
  phases: readonly PhaseName[];
  /** Agents of the first step of load; it doubles. */
  firstAgents: number;
  mostAgents: number;
  seed: number;
  /** Where the report goes. */
  out: string;
}

const QUICK_MIN = 20;
const WHOLE_MIN = 180;
/** Of its time; the rest is for starting, settling and the report. */
const SHARES: Readonly<Record<PhaseName, number>> = {
  load: 0.18,
  faults: 0.24,
  hostile: 0.07,
  soak: 0.12,
  kills: 0.25,
};

export interface PlanWishes {
  quick?: boolean;
  minutes?: string;
  only?: string;
  seed?: string;
  out?: string;
}

/** The plan, or in a line what is wrong with the wishes. */
export function planOf(wishes: PlanWishes): RunPlan | string {
  const minutes = Number(wishes.minutes ?? (wishes.quick ? QUICK_MIN : WHOLE_MIN));
  if (!Number.isFinite(minutes) || minutes < 1) return '--minutes wants a number of minutes, one at least.';
  const phases = wishes.only ? wishes.only.split(',').map((name) => name.trim()) : [...phaseNames];
  const unknown = phases.filter((name) => !(phaseNames as readonly string[]).includes(name));
  if (unknown.length > 0) return `There is no phase ${unknown.join(', ')}; there are: ${phaseNames.join(', ')}.`;
  const seed = Number(wishes.seed ?? 20_261_118);
  if (!Number.isSafeInteger(seed)) return '--seed wants a whole number.';
  const wanted = phases as PhaseName[];
  const limitSec = minutes * 60;
  const shares = wanted.reduce((sum, name) => sum + SHARES[name], 0);
  const all = phaseNames.reduce((sum, name) => sum + SHARES[name], 0);
  const seconds = Object.fromEntries(
    phaseNames.map((name) => [name, Math.floor((limitSec * SHARES[name] * all) / shares)]),
  ) as Record<PhaseName, number>;
  const isWhole = wanted.length === phaseNames.length;
  return {
    kind: !isWhole || minutes < QUICK_MIN ? 'tried' : minutes < WHOLE_MIN ? 'quick' : 'whole',
    limitSec,
    seconds,
    phases: wanted,
    firstAgents: minutes < QUICK_MIN ? 4 : 20,
    mostAgents: 2_000,
    seed,
    out: wishes.out ?? 'docs/proof.md',
  };
}
