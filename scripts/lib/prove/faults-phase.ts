import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { diskFull, openSmallDisk } from './disk-full.ts';
import { provenFaults, type ProvenFault } from './faults.ts';
import type { CallDifference } from './ledger.ts';
import { goToWork, type PeopleAtWork, type TimeSpan } from './people-at-work.ts';
import type { RunPlan } from './plan.ts';
import type { FaultLine, FaultsProof, Proof } from './proof.ts';
import { openProvenHouse, type ProvenHouse, type ProvenProcess } from './proven-house.ts';

const WARM_UP_MS = 6_000;
/** After it is undone, until what it did is over. */
const AFTER_MS = 7_000;
const DRAIN_SEC = '10';

/** People work at two processes; one part after another is killed, frozen, cut off, slowed and set wrong, as long as there is time. */
export async function proveFaults(
  plan: RunPlan,
  notTried: Proof['notTried'][number][],
  say: (line: string) => void,
  keep: (proof: FaultsProof) => void,
): Promise<void> {
  const untilMs = performance.now() + plan.seconds.faults * 1_000;
  const disk = openSmallDisk();
  let house: ProvenHouse | null = null;
  try {
    house = await openProvenHouse({
      seed: plan.seed,
      wishes: (index) => ({
        preload: join(import.meta.dirname, 'step-clock.ts'),
        env: {
          DRAIN_SECONDS: DRAIN_SEC,
          // The files of the first one lie where there is little room.
          ...(index === 1 && disk.folder !== null && { DATA_DIR: disk.folder }),
        },
      }),
    });
    say('two processes are up');
    const people = await goToWork(house, { teams: 3, people: 4, chats: 6, isRecorded: true });
    say('people are at work');
    await wait(WARM_UP_MS);
    const lines = new Map<string, FaultLine>();
    const begun: { name: string; ms: number }[] = [];
    const wrongClocks: TimeSpan[] = [];
    const all = [...provenFaults, ...(disk.folder === null ? [] : [diskFull(disk.folder)])];
    if (disk.folder === null) notTried.push({ what: 'a full disk', why: disk.why });
    for (let round = 0; round === 0 || performance.now() < untilMs; round += 1)
      for (const fault of all) {
        if (performance.now() > untilMs) {
          if (round === 0) notTried.push({ what: fault.name, why: 'no time was left for it' });
          continue;
        }
        const fromMs = Date.now();
        begun.push({ name: fault.name, ms: fromMs });
        const line = await tryFault(house, people, fault);
        if (fault.isOfClock) wrongClocks.push({ fromMs, untilMs: Date.now() });
        lines.set(fault.name, joined(lines.get(fault.name), line));
        say(`${fault.name}: ${line.pausesSec[0]!.toFixed(1)} s, ${line.failed} of ${line.requests} requests failed`);
      }
    const { kept, calls, differences, faults, counts } = await people.leave(wrongClocks);
    say(`calls: ${JSON.stringify(counts)}`);
    for (const line of people.failureLines()) say(`  ${line}`);
    for (const difference of differences) say(`  ${differenceText(difference, begun)}`);
    keep({ lines: [...lines.values()], kept, calls, faults });
  } finally {
    await house?.stop();
    disk.close();
  }
}

async function tryFault(house: ProvenHouse, people: PeopleAtWork, fault: ProvenFault): Promise<FaultLine> {
  const [requests, failed, beganMs] = [people.requests, people.failed, performance.now()];
  await fault.act(house, await aHome(house));
  await wait(AFTER_MS);
  return {
    fault: fault.name,
    times: 1,
    pausesSec: [people.pauseMs(beganMs, performance.now()) / 1_000],
    requests: people.requests - requests,
    failed: people.failed - failed,
    pauseMostSec: fault.pauseMostSec,
    note: fault.note,
  };
}

/** A process that is at home to a team, so that it is missed. */
export async function aHome({ db, luck, processes }: ProvenHouse): Promise<ProvenProcess> {
  const { rows } = await db.pool.query<{ address: string }>(
    `select distinct address from lease where name like 'desk %' and address is not null`,
  );
  const homes = processes.filter(({ announced }) => rows.some(({ address }) => address === announced));
  const among = homes.length > 0 ? homes : processes;
  return among[Math.floor(luck.chance() * among.length)]!;
}

/** A call that the phone and the record tell differently, in seconds since the fault during which it rang. */
function differenceText({ call, records }: CallDifference, begun: readonly { name: string; ms: number }[]): string {
  const during = begun.findLast(({ ms }) => ms <= call.rangMs) ?? { name: 'before all faults', ms: call.rangMs };
  const since = (ms: number | null): string => (ms === null ? '–' : ((ms - during.ms) / 1_000).toFixed(1));
  const ofRecord = records.map(({ answeredMs, endedMs }) => `${since(answeredMs)} to ${since(endedMs)}`);
  return [
    `${during.name}: ${call.callId} at ${call.phone} rang ${since(call.rangMs)},`,
    `talked ${since(call.answeredMs)} to ${since(call.overMs)}${call.isCut ? ' (cut)' : ''}${call.isCallback ? ' (called back)' : ''},`,
    `record ${ofRecord.join(' and ') || 'none'}`,
  ].join(' ');
}

const joined = (before: FaultLine | undefined, now: FaultLine): FaultLine =>
  before
    ? {
        ...before,
        times: before.times + now.times,
        pausesSec: [...before.pausesSec, ...now.pausesSec],
        requests: before.requests + now.requests,
        failed: before.failed + now.failed,
      }
    : now;
