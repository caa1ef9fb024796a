import { setImmediate } from 'node:timers/promises';
import type { CaseAnswers } from '#core/flow/case-table.ts';
import type { Flow } from '#core/flow/flow.ts';
import { playModelCaller, type CallerPlayed } from '../core/model-caller.ts';
import { judgeAll } from '../core/play-case.ts';
import { playScriptedCaller } from '../core/scripted-caller.ts';
import type { Speech, TenantSpeech } from '#core/speech/speech.port.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { SIMULATED, type SimulatedTalk, type SimulationWish } from '../contract.ts';
import { answersOf } from './play-cases.ts';
import { simulationsRepo } from './simulations.repo.ts';
import { versionOrDraft } from './version-handlers.ts';

export const SIMULATE_TASK = 'flows.simulate';
/** One answer of a model that takes longer is no conversation. */
const ANSWER_MS = 20_000;
/** How soon somebody who cancels is heard. */
const LOOK_MS = 500;

/** Lets made-up callers talk, one conversation after the other; each is written down when it is over, and after a crash the next begins. */
export function openSimulations({ db }: Pick<World, 'db'>, speech: Speech) {
  const live = new Set<AbortController>();

  async function run({ tenantId, simulationId }: { tenantId: number; simulationId: number }): Promise<void> {
    const ready = await db.tenant({ tenantId }, async (tx) => {
      const found = await simulationsRepo(tx).find(simulationId);
      if (found?.state !== 'running') return null;
      const flow = await versionOrDraft(tx, found.flowId, found.version ?? 'draft');
      return { ...found, flow, world: await answersOf(tx, flow) };
    });
    if (!ready) return;
    const { flowId, flow, wish, world, total } = ready;
    const stop = new AbortController();
    live.add(stop);
    const look = setInterval(
      () =>
        void db
          .tenant({ tenantId }, (tx) => simulationsRepo(tx).goesOn(simulationId))
          .then(
            (goesOn) => void (goesOn || stop.abort()),
            () => {},
          ),
      LOOK_MS,
    );
    try {
      const tenantSpeech = await speech.of(tenantId, undefined, flow.speech);
      for (let no = ready.done; no < total; no += 1) {
        await setImmediate();
        const talk = talkOf(await played(flow, wish, no, { speech: tenantSpeech, world, stop: stop.signal }), wish);
        // Cancelled, or the server stops: then the next one to have the job goes on here.
        if (stop.signal.aborted) break;
        const goesOn = await db.tenant({ tenantId }, async (tx) => {
          const added = await simulationsRepo(tx).add(simulationId, talk);
          if (added) await pushSimulation(tx, { flowId, simulationId, done: no + 1, total });
          return added;
        });
        // One that cannot be asked now is not asked twenty times.
        if (!goesOn || talk.trouble !== null) break;
      }
      await db.tenant({ tenantId }, async (tx) => {
        if (stop.signal.aborted && (await simulationsRepo(tx).goesOn(simulationId)))
          throw new Error('the server stops');
        await simulationsRepo(tx).end(simulationId, 'done');
        await pushSimulation(tx, { flowId, simulationId, done: total, total });
      });
    } finally {
      clearInterval(look);
      live.delete(stop);
    }
  }

  return {
    job: { task: SIMULATE_TASK, waits: true, run } satisfies Job,
    stop(): void {
      for (const one of live) one.abort();
    },
  };
}

export const pushSimulation = (
  tx: TenantTx,
  body: { flowId: number; simulationId: number; done: number; total: number },
) => tx.push({ kind: SIMULATED, body, access: 'flows.view' });

interface Parts {
  speech: TenantSpeech;
  world: CaseAnswers;
  stop: AbortSignal;
}

async function played(
  flow: Flow,
  { by, caller, maxTurns }: SimulationWish,
  no: number,
  { speech, world, stop }: Parts,
): Promise<CallerPlayed> {
  const setup = { name: `${caller.name} ${no + 1}` };
  if (by === 'script')
    return playScriptedCaller(flow, caller, no + 1, { world, maxTurns, setup, stopwatch: () => performance.now() });
  const model = speech.model();
  if (!model)
    return {
      ...playScriptedCaller(flow, caller, no + 1, { world, maxTurns: 0, setup }),
      ended: 'trouble',
      trouble: 'absent',
    };
  const gone = await playModelCaller(flow, caller, {
    model,
    answers: model,
    world,
    maxTurns,
    setup,
    stopwatch: () => performance.now(),
    patience: () => AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MS)]),
  });
  return gone.trouble === 'cancelled' ? { ...gone, trouble: 'slow' } : gone;
}

/** As it is written down. A conversation that had to be cut, or that the model left, has not gone well. */
function talkOf(
  { kept, moments, transcript, ended, trouble }: CallerPlayed,
  { expects }: SimulationWish,
): SimulatedTalk {
  const failures = judgeAll(expects, moments).map(({ at, expectation, found }) => ({
    at,
    expectation: { ...expectation },
    found,
  }));
  return {
    passed: ended === 'over' && failures.length === 0,
    ended,
    trouble,
    result: moments.at(-1)!.result,
    failures,
    transcript: transcript.map((one) => ({ ...one })),
    kept,
  };
}
