import { Logger, parseCronItems, run, type Runner, type TaskList } from 'graphile-worker';
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

/** Runs the jobs of every feature; survives the loss of the database. */
export function openJobs({ db, log, metrics }: { db: Db; log: Log; metrics: Metrics }, jobs: readonly Job[]) {
  let runner: Runner | null = null;
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

  async function keepRunning(): Promise<void> {
    runner = await run({ pgPool: db.pool, taskList, parsedCronItems, concurrency: 4, pollInterval: 30_000, noHandleSignals: true, logger: new Logger(() => () => {}) });
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
    },
  };
}
