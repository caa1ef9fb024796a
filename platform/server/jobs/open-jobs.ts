import { Logger, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker';
import type { PoolClient } from 'pg';
import type { Db } from '../db/db.ts';
import { isUnavailable } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Job } from './jobs.ts';

const RESTART_MS = 1_000;
/** Jobs are told of at once; this is how soon they go on when the telling was lost with the database. */
const POLL_MS = 3_000;
const AT_ONCE = 4;
/** They hardly cost anything but time. */
const WAITING_AT_ONCE = 16;
/** Held in common by every process that runs jobs. */
const PRESENCE_LOCK = 7_305_413;

/** Runs the jobs of every feature; survives the loss of the database. */
export function openJobs({ db, log, metrics }: { db: Db; log: Log; metrics: Metrics }, jobs: readonly Job[]) {
  let runners: Runner[] = [];
  let presence: PoolClient | null = null;
  let stopping = false;

  const taskOf =
    (job: Job) =>
    async (payload: unknown): Promise<void> => {
      const timer = metrics.jobs.startTimer({ task: job.task });
      try {
        await job.run(payload as never);
        timer({ outcome: 'done' });
      } catch (thrown) {
        timer({ outcome: 'failed' });
        if (!isUnavailable(thrown)) log.error({ err: thrown, task: job.task }, 'job failed');
        throw thrown;
      }
    };
  const lanes = [
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

  /**
   * A process that was killed leaves its jobs locked, for hours. Whoever finds that nobody else is
   * there knows that every lock is such a leftover, and opens it.
   */
  async function appear(): Promise<void> {
    leave();
    const client = await db.pool.connect();
    client.on('error', leave);
    presence = client;
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) alone', [PRESENCE_LOCK]);
    if (rows[0]!.alone)
      await client.query(
        'select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))',
      );
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
    if (rows[0]!.alone) await client.query('select pg_advisory_unlock($1)', [PRESENCE_LOCK]);
  }
  function leave(): void {
    presence?.release(true);
    presence = null;
  }

  async function keepRunning(): Promise<void> {
    await appear();
    const begun: Runner[] = [];
    try {
      for (const lane of lanes)
        begun.push(
          await run({
            ...lane,
            pgPool: db.pool,
            pollInterval: POLL_MS,
            noHandleSignals: true,
            logger: new Logger(() => () => {}),
          }),
        );
    } catch (problem) {
      await stopAll(begun);
      throw problem;
    }
    runners = begun;
    for (const runner of begun)
      void runner.promise.then(
        () => over(begun),
        () => over(begun),
      );
  }
  const stopAll = (begun: readonly Runner[]) => Promise.allSettled(begun.map(async (runner) => runner.stop()));
  /** One that ends takes the other with it, and both begin anew. */
  function over(ended: Runner[]): void {
    if (stopping || ended !== runners) return;
    runners = [];
    void stopAll(ended).then(again);
  }
  function again(): void {
    if (!stopping) setTimeout(() => void keepRunning().catch(again), RESTART_MS);
  }

  return {
    start: keepRunning,
    async stop() {
      stopping = true;
      await stopAll(runners);
      leave();
    },
  };
}
