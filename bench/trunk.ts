import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { print, type Figure } from './report.ts';
import { benchLine, benchNumber, openAsteriskBridge } from './trunk-asterisk.ts';
import type { CarriersHeard, CarriersOrder } from './trunk-carriers.ts';
import { TRUNK_SOUNDS, type TrunkSound } from './trunk-sound.ts';

/*
 * Calls from one trunk to another through the embedded exchange, with both carriers in another process: processor time of a
 * bridged call as plain and as secured packets of PCMU, and how long after it was sent a frame arrives. Beside it the same
 * calls of the same carriers through Asterisk, where there is one. 100 % is one core.
 */
const SIZES = [20, 100] as const;
const MOST = SIZES.at(-1)!;
const SECONDS = 10;
const SETTLE_MS = 1_500;
const GOALS: Record<TrunkSound, string> = { rtp: '0.5', srtp: '0.8' };
const LATE_GOAL_MS = 20;
/** Of the 50 frames a second that everybody speaks. */
const LEAST_SPOKEN = 49;

interface Talked extends CarriersHeard {
  /** Percent of a core that a call takes at the full pace, by what each frame took that arrived. */
  percent: number;
  carriersPercent: number;
  load: number;
}
/** By sound and size: `srtp.100`. */
type Results = Map<string, Talked>;

interface Bridge {
  /** Where the caller's carrier and the callee's reach it. */
  ports: { callers: number; callees: number };
  cpuUs(): Promise<number>;
}

const carriers = fork(join(import.meta.dirname, 'trunk-carriers.ts'));
const carrierPorts = await told<{ callers: number; callees: number }>(carriers);
const notes = [`load average before the run ${loads()}`];
const ours: Results = new Map();
const theirs: Results = new Map();
const between: Results = new Map();

// First the carriers with nothing between them: what of the lateness is their own.
await measure(
  { ports: { callers: carrierPorts.callees, callees: carrierPorts.callers }, cpuUs: async () => 0 },
  'rtp',
  [MOST],
  between,
);
for (const sound of TRUNK_SOUNDS) {
  const child = fork(join(import.meta.dirname, 'trunk-bridge.ts'), [
    sound,
    String(carrierPorts.callers),
    String(carrierPorts.callees),
  ]);
  const ports = await told<Bridge['ports']>(child);
  const cpuUs = async (): Promise<number> => (await ask<{ cpuUs: number }>(child, {})).cpuUs;
  await measure({ ports, cpuUs }, sound, SIZES, ours);
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}
const asterisk = await openAsteriskBridge(carrierPorts.callees);
if (asterisk) {
  const { port, cpuUs } = asterisk;
  for (const sound of TRUNK_SOUNDS)
    await measure({ ports: { callers: port, callees: port }, cpuUs }, sound, SIZES, theirs);
  await asterisk.close();
} else notes.push('no Asterisk here, and no reference: ASTERISK_TREE may name a folder it is unpacked in');
carriers.disconnect();

print('trunk: calls from one trunk to another', figures());
for (const note of notes) console.log(`  ${note}`);

async function measure(bridge: Bridge, sound: TrunkSound, sizes: readonly number[], results: Results): Promise<void> {
  const order = (what: CarriersOrder): Promise<object> => ask(carriers, what);
  await order({ do: 'join', sound, ...bridge.ports, line: benchLine(sound) });
  let joined = 0;
  for (const size of sizes) {
    await order({ do: 'call', number: benchNumber(sound), count: size - joined });
    joined = size;
    await wait(SETTLE_MS);
    const [before, beganMs] = [await bridge.cpuUs(), performance.now()];
    const heard = await ask<CarriersHeard>(carriers, { do: 'measure', seconds: SECONDS });
    const [after, lastedMs] = [await bridge.cpuUs(), performance.now() - beganMs];
    results.set(`${sound}.${size}`, {
      ...heard,
      percent: ((after - before) / 100 / heard.heard) * ((SECONDS * 1_000) / lastedMs),
      carriersPercent: heard.cpuUs / 10 / (SECONDS * 1_000),
      load: loadavg()[0]!,
    });
  }
  await order({ do: 'leave' });
}

function figures(): Figure[] {
  const all: Figure[] = [];
  for (const sound of TRUNK_SOUNDS)
    for (const size of SIZES) {
      const key = `${sound}.${size}`;
      const [mine, other] = [ours.get(key)!, theirs.get(key)];
      const figure = (bench: string, unit: string, of: (talked: Talked) => number, goal?: string): void =>
        void all.push({ bench, unit, ours: of(mine), reference: other ? of(other) : null, ...(goal && { goal }) });
      figure(`trunk.cpu.${key}`, '% core', ({ percent }) => percent, `${GOALS[sound]} a call`);
      const late = sound === 'rtp' ? 'trunk.late' : `trunk.late.${sound}`;
      figure(`${late}.p50.${size}`, 'ms', ({ lateP50Ms }) => lateP50Ms);
      figure(`${late}.p99.${size}`, 'ms', ({ lateP99Ms }) => lateP99Ms, `${LATE_GOAL_MS}`);
      notes.push(`${key}: ${soundOf(mine, size)}${other ? `; Asterisk: ${soundOf(other, size)}` : ''}`);
    }
  for (const [key, { lateP50Ms, lateP99Ms }] of between)
    notes.push(
      `${key}, nothing between the carriers: late p50 ${lateP50Ms.toFixed(2)}, p99 ${lateP99Ms.toFixed(2)} ms`,
    );
  return all;
}

function soundOf({ sent, heard, carriersPercent, load }: Talked, calls: number): string {
  const spoken = sent / (2 * calls * SECONDS);
  const starved = spoken < LEAST_SPOKEN ? ', too few: the machine is busy, and the lateness is its own' : '';
  return `${spoken.toFixed(1)} frames/s spoken${starved}, ${sent - heard} of ${sent} lost, carriers ${carriersPercent.toFixed(0)} % of a core, load ${load.toFixed(1)}`;
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');
}

async function told<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, 'message')) as [Answer & { problem?: string }];
  if (answer.problem) throw new Error(answer.problem);
  return answer;
}

async function ask<Answer>(child: ChildProcess, order: object): Promise<Answer> {
  child.send(order);
  return told<Answer>(child);
}
