import { loadavg } from 'node:os';
import { print, type Figure } from './report.ts';
import { TRUNK_SOUNDS, type TrunkSound } from './trunk-sound.ts';
import { openTrunkTalks, type TrunkBridge, type TrunkTalk } from './trunk-talks.ts';

/*
 * Calls from one trunk to another through the embedded exchange, with both carriers in another process: processor time of a
 * bridged call as plain and as secured packets of PCMU, and how long after it was sent a frame arrives. Beside it the same
 * calls of the same carriers through Asterisk, where there is one. 100 % is one core.
 */
const SIZES = [20, 100] as const;
const MOST = SIZES.at(-1)!;
const SECONDS = 10;
const GOALS: Record<TrunkSound, string> = { rtp: '0.5', srtp: '0.8' };
const LATE_GOAL_MS = 20;
/** Of the 50 frames a second that everybody speaks. */
const LEAST_SPOKEN = 49;

/** By sound and size: `srtp.100`. */
type Results = Map<string, TrunkTalk>;

const talks = await openTrunkTalks();
const notes = [`load average before the run ${loads()}`];
const ours: Results = new Map();
const theirs: Results = new Map();
const between: Results = new Map();

// First the carriers with nothing between them: what of the lateness is their own.
await measure(talks.nothing(), 'rtp', [MOST], between);
for (const sound of TRUNK_SOUNDS) {
  const bridge = await talks.embedded(sound);
  await measure(bridge, sound, SIZES, ours);
  await bridge.close();
}
const asterisk = await talks.asterisk();
if (asterisk) {
  for (const sound of TRUNK_SOUNDS) await measure(asterisk, sound, SIZES, theirs);
  await asterisk.close();
} else notes.push('no Asterisk here, and no reference: ASTERISK_TREE may name a folder it is unpacked in');
talks.close();

print('trunk: calls from one trunk to another', figures());
for (const note of notes) console.log(`  ${note}`);

async function measure(
  bridge: TrunkBridge,
  sound: TrunkSound,
  sizes: readonly number[],
  results: Results,
): Promise<void> {
  await talks.measure(
    bridge,
    sound,
    { sizes, seconds: SECONDS },
    (size, talk) => void results.set(`${sound}.${size}`, talk),
  );
}

function figures(): Figure[] {
  const all: Figure[] = [];
  for (const sound of TRUNK_SOUNDS)
    for (const size of SIZES) {
      const key = `${sound}.${size}`;
      const [mine, other] = [ours.get(key)!, theirs.get(key)];
      const figure = (bench: string, unit: string, of: (talked: TrunkTalk) => number, goal?: string): void =>
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

function soundOf({ sent, heard, carriersPercent, load }: TrunkTalk, calls: number): string {
  const spoken = sent / (2 * calls * SECONDS);
  const starved = spoken < LEAST_SPOKEN ? ', too few: the machine is busy, and the lateness is its own' : '';
  return `${spoken.toFixed(1)} frames/s spoken${starved}, ${sent - heard} of ${sent} lost, carriers ${carriersPercent.toFixed(0)} % of a core, load ${load.toFixed(1)}`;
}

function loads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');
}
