import { setTimeout as wait } from 'node:timers/promises';
// @ts-expect-error Plain JavaScript: it runs before there is a Node that reads types.
import { rollNodes } from '../roll-nodes.mjs';
import type { OlderVersion } from './older-version.ts';
import { goToWork } from './people-at-work.ts';
import { rssMb } from './hostile-phase.ts';
import type { RunPlan } from './plan.ts';
import type { Proof, SoakProof } from './proof.ts';
import { openProvenHouse, type ProvenProcess } from './proven-house.ts';
import { root } from './repository.ts';

const DRAIN_SEC = '30';
const LOOK_MS = 300;
const TRIES = 400;
const READY_MS = 5_000;

const isReady = ({ origin }: ProvenProcess): Promise<boolean> =>
  fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(READY_MS) }).then(
    (answer) => answer.ok,
    () => false,
  );

/** People work for a while; in the middle of it every process of the last release is replaced in turn by this version. */
export async function proveSoak(
  plan: RunPlan,
  older: OlderVersion,
  notTried: Proof['notTried'][number][],
  say: (line: string) => void,
  keep: (proof: SoakProof) => void,
): Promise<void> {
  const seconds = plan.seconds.soak;
  if (older.home === null)
    notTried.push({
      what: 'an upgrade from the last release',
      why: `${older.why} The same version was started again`,
    });
  const house = await openProvenHouse({
    seed: plan.seed,
    wishes: () => ({ env: { DRAIN_SECONDS: DRAIN_SEC }, home: older.home ?? root }),
  });
  try {
    const people = await goToWork(house, { teams: 3, people: 4, chats: 6 });
    say('people are at work at two processes');
    const beganMs = performance.now();
    await wait((seconds * 1_000) / 3);
    const drainsSec: number[] = [];
    const { done, why } = (await rollNodes({
      nodes: house.processes,
      isReady,
      say,
      pause: () => wait(LOOK_MS),
      tries: TRIES,
      restart: async (process_: ProvenProcess) => {
        const signalledMs = performance.now();
        process_.change({ home: root });
        process_.signal('SIGTERM');
        await process_.ended();
        drainsSec.push((performance.now() - signalledMs) / 1_000);
        await process_.restart();
        return null;
      },
    })) as { done: string[]; why: string | null };
    if (why) throw new Error(why);
    await wait(5_000);
    const first = house.processes.map((one) => rssMb(one.pid()));
    await wait(Math.max(0, beganMs + seconds * 1_000 - performance.now()));
    const { requests, failed } = people;
    const pauseSec = people.pauseMs(beganMs, performance.now()) / 1_000;
    const last = house.processes.map((one) => rssMb(one.pid()));
    for (const line of people.failureLines()) say(`  ${line}`);
    const { kept, calls, faults } = await people.leave();
    keep({
      seconds,
      requests,
      failed,
      restarts: done.length,
      from: older.home === null ? null : older.name,
      drainsSec,
      pauseSec,
      memoryMb: house.processes.map(({ name }, at) => ({ name, first: first[at]!, last: last[at]! })),
      kept,
      calls,
      faults,
    });
  } finally {
    await house.stop();
  }
}
