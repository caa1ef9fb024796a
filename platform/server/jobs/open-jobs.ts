import { EventEmitter } from 'node:events';
import {
  Logger,
  parseCronItems,
  run,
  type JobHelpers,
  type Runner,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { Db } from '../db/db.ts';
import { isUnavailable } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Traces } from '../traces/traces.ts';
import type { InactiveTenants } from '../tenant-state.ts';
import type { Job } from './jobs.ts';
import type { OutgoingHold } from './outgoing-hold.ts';
import { openPresence } from './open-presence.ts';

const RESTART_MS = 1_000;
/** Jobs are told of at once; this is how soon they go on when the telling was lost with the database. */
const POLL_MS = 3_000;
const AT_ONCE = 4;
/** They hardly cost anything but time. */
const WAITING_AT_ONCE = 16;

interface RunningLane {
  runner: Runner;
  /** Its jobs are locked under this name. */
  pool: string;
}

interface JobsWorld {
  db: Db;
  log: Log;
  metrics: Metrics;
  traces?: Traces | null;
  inactive?: Pick<InactiveTenants, 'has'>;
  hold?: Pick<OutgoingHold, 'isHeld' | 'park'>;
}

/** Runs the jobs of every feature; survives the loss of the database. */
export function openJobs({ db, log, metrics, inactive, hold, traces }: JobsWorld, jobs: readonly Job[]) {
  let lanesRunning: RunningLane[] = [];
  /** Those that ended, until the last of their jobs is done. */
  let draining: Promise<unknown> = Promise.resolve();
  let stopping = false;
  let paused = false;
  let running = 0;

  const taskOf =
    (job: Job) =>
    async (payload: unknown, { job: { id } }: JobHelpers): Promise<void> => {
      const tenantId = (payload as { tenantId?: unknown } | null)?.tenantId;
      if (!job.evenInactive && typeof tenantId === 'number' && inactive?.has(tenantId)) return postpone(db, id);
      if (job.outgoing && hold?.isHeld() && (await hold.park(id))) return;
      const timer = metrics.jobs.startTimer({ task: job.task });
      const startMs = wallMs();
      const ended = (failed: boolean): void =>
        traces?.span({ name: `job ${job.task}`, startMs, endMs: wallMs(), failed });
      running += 1;
      try {
        await job.run(payload as never);
        timer({ outcome: 'done' });
        ended(false);
      } catch (thrown) {
        timer({ outcome: 'failed' });
        ended(true);
        if (!isUnavailable(thrown)) log.error({ err: thrown, task: job.task }, 'job failed');
        throw thrown;
      } finally {
        running -= 1;
      }
    };
  const lanes = lanesOf(jobs, taskOf);
  const presence = openPresence({ db, log, lost: () => over(lanesRunning) });

  async function runLane(lane: (typeof lanes)[number]): Promise<RunningLane> {
    const events: WorkerEvents = new EventEmitter();
    let pool = '';
    events.on('pool:create', ({ workerPool }) => (pool = workerPool.id));
    const runner = await run({
      ...lane,
      events,
      pgPool: db.pool,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
    });
    await presence.hold(pool).catch(async (problem: unknown) => {
      await stopAll([{ runner, pool }]);
      throw problem;
    });
    return { runner, pool };
  }

  async function keepRunning(): Promise<void> {
    const begun: RunningLane[] = [];
    try {
      await presence.appear();
      for (const lane of lanes) begun.push(await runLane(lane));
    } catch (problem) {
      await stopAll(begun);
      throw problem;
    }
    // Paused and resumed meanwhile, another start was faster: nobody would stop these any more.
    if (stopping || paused || lanesRunning.length > 0) return void (await stopAll(begun));
    lanesRunning = begun;
    for (const { runner } of begun)
      void runner.promise.then(
        () => over(begun),
        () => over(begun),
      );
  }

  /** Each ends when the jobs it has are done; only then others may have what it still holds. */
  const stopAll = (begun: readonly RunningLane[]) =>
    Promise.allSettled(
      begun.map(async ({ runner, pool }) => {
        await Promise.allSettled([(async () => runner.stop())()]);
        await presence.letGo(pool);
      }),
    );

  /**
   * One that ends takes the other with it, and both begin anew. So they do when our connection was lost: a job may have been
   * given to us in an answer that never came.
   */
  function over(ended: RunningLane[]): void {
    if (stopping || ended !== lanesRunning || ended.length === 0) return;
    lanesRunning = [];
    draining = Promise.all([draining, stopAll(ended)]);
    again();
  }
  function again(): void {
    setTimeout(() => void (stopping || paused || keepRunning().catch(again)), RESTART_MS);
  }

  return {
    start: keepRunning,
    /** Those under way. */
    running: () => running,
    /** Takes no more; what it has is done. */
    pause() {
      if (paused || stopping) return;
      paused = true;
      const ended = lanesRunning;
      lanesRunning = [];
      draining = Promise.all([draining, stopAll(ended)]);
    },
    resume() {
      if (!paused || stopping) return;
      paused = false;
      void keepRunning().catch(again);
    },
    async stop() {
      stopping = true;
      await Promise.all([draining, stopAll(lanesRunning)]);
      await presence.stop();
    },
  };
}

const wallMs = (): number => performance.timeOrigin + performance.now();

/** The quick ones, and those that wait for others. */
const lanesOf = (jobs: readonly Job[], taskOf: (job: Job) => Task) =>
  [
    { held: jobs.filter(({ waits }) => !waits), concurrency: AT_ONCE },
    { held: jobs.filter(({ waits }) => waits), concurrency: WAITING_AT_ONCE },
  ]
    .filter(({ held }) => held.length > 0)
    .map(({ held, concurrency }) => ({
      concurrency,
      taskList: Object.fromEntries(held.map((job) => [job.task, taskOf(job)])) satisfies TaskList,
      parsedCronItems: parseCronItems(
        held.flatMap(({ task, cron }) => (cron ? [{ task, match: cron, identifier: task }] : [])),
      ),
    }));

/** Work of a tenant that is suspended or closed waits until it is resumed, and goes with it when it is deleted. */
async function postpone(db: Db, jobId: string): Promise<void> {
  await db.pool.query(
    `select enqueue_job(j.task_identifier, p.payload, j.queue_name, j.key, now() + interval '1 minute')
     from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id where j.id = $1`,
    [jobId],
  );
}
