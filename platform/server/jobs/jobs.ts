import { Logger, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker';
import type { PoolClient } from 'pg';
import type { Db } from '../db/db.ts';
import { isUnavailable } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/** Work that happens after a transaction committed, or by the clock. Retried until it succeeds, so it must be repeatable. */
export interface Job {
  /** `<feature>.<verb>` */
  task: string;
  run(payload: never): Promise<void>;
  /** `m h dom mon dow`, UTC; without it the job runs when somebody enqueues it. */
  cron?: string;
}

const RESTART_MS = 1_000;
/** Jobs are told of at once; this is how soon they go on when the telling was lost with the database. */
const POLL_MS = 3_000;
/** Held in common by every process that runs jobs. */
const PRESENCE_LOCK = 7_305_413;

/** Runs the jobs of every feature; survives the loss of the database. */
export function openJobs({ db, log, metrics }: { db: Db; log: Log; metrics: Metrics }, jobs: readonly Job[]) {
  let runner: Runner | null = null;
  let presence: PoolClient | null = null;
  let stopping = false;

  const taskList: TaskList = Object.fromEntries(
    jobs.map((job) => [
      job.task,
      async (payload: unknown) => {
        const timer = metrics.jobs.startTimer({ task: job.task });
        try {
          await job.run(payload as never);
          timer({ outcome: 'done' });
        } catch (thrown) {
          timer({ outcome: 'failed' });
          if (!isUnavailable(thrown)) log.error({ err: thrown, task: job.task }, 'job failed');
          throw thrown;
        }
      },
    ]),
  );
  const parsedCronItems = parseCronItems(jobs.flatMap(({ task, cron }) => (cron ? [{ task, match: cron, identifier: task }] : [])));

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
    if (rows[0]!.alone) await client.query('select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))');
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK]);
    if (rows[0]!.alone) await client.query('select pg_advisory_unlock($1)', [PRESENCE_LOCK]);
  }
  function leave(): void {
    presence?.release(true);
    presence = null;
  }

  async function keepRunning(): Promise<void> {
    await appear();
    runner = await run({ pgPool: db.pool, taskList, parsedCronItems, concurrency: 4, pollInterval: POLL_MS, noHandleSignals: true, logger: new Logger(() => () => {}) });
    void runner.promise.then(again, again);
  }
  function again(): void {
    if (!stopping) setTimeout(() => void keepRunning().catch(again), RESTART_MS);
  }

  return {
    start: keepRunning,
    async stop() {
      stopping = true;
      await runner?.stop().catch(() => {});
      leave();
    },
  };
}
