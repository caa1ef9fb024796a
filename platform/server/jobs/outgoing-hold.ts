import { sql } from 'kysely';
import type { Db, Tx } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { Job } from './jobs.ts';

/*
 * What an installation does after it was restored. Rules:
 * 1. Jobs that reach people outside (`Job.outgoing`) and were waiting in the backup may have been done long ago: they are set aside before
 *    the first job runs. Those that come later wait behind them.
 * 2. Everything else goes on: calls, chats that come in, codes for signing in, counting.
 * 3. An operator releases them, kind by kind or all, or forgets those of the past that are nothing but a job.
 */

/** Told by the database to every process when the hold began or ended. */
const HOLD_CHANGED = 'outgoing_hold';
/** When jobs run that do not run: what the backup held, and what came since. */
const OF_THE_PAST = '9999-01-01 00:00:00+00';
const SINCE_THEN = '9999-01-02 00:00:00+00';

/** Whether outgoing work waits in this installation, known in this process without asking. */
export interface OutgoingHold {
  isHeld(): boolean;
  /** Sets one job aside that was about to run. False: the hold ended meanwhile, and it may run. */
  park(jobId: string): Promise<boolean>;
  /** Before the first job runs: sets aside what was waiting in the backup. */
  start(jobs: readonly Job[]): Promise<void>;
  stop(): void;
}

export function openOutgoingHold({ db, log }: { db: Db; log: Log }): OutgoingHold {
  const report = (problem: unknown): void => log.error({ err: problem }, 'the hold of outgoing work could not be read');
  let held = false;
  let stopListening = (): void => {};
  let reading: Promise<void> = Promise.resolve();
  const read = async (): Promise<void> => {
    const { rows } = await db.everyTenant('a hold is of the installation', (tx) =>
      sql`select 1 from outgoing_hold`.execute(tx.as()),
    );
    held = rows.length > 0;
  };
  return {
    isHeld: () => held,
    async park(jobId) {
      // The row is held until it is done: whoever ends the hold meanwhile would leave a job set aside that nobody lets go any more.
      const { rows } = await db.pool.query(
        `select enqueue_job(j.task_identifier, p.payload, j.queue_name, j.key, $2)
         from (select 1 from outgoing_hold for share) h cross join graphile_worker.jobs j
           join graphile_worker._private_jobs p on p.id = j.id where j.id = $1`,
        [jobId, SINCE_THEN],
      );
      if (rows.length === 0) held = false;
      return rows.length > 0;
    },
    async start(jobs) {
      const tasks = jobs.filter(({ outgoing }) => outgoing).map(({ task }) => task);
      stopListening = await db.listen(HOLD_CHANGED, () => void (reading = reading.then(read).catch(report)));
      await db.everyTenant('jobs of every tenant', async (tx) => {
        const { rows } = await sql`
          select 1 from outgoing_hold where parked_at is null for update`.execute(tx.as());
        if (rows.length === 0) return;
        await sql`
          update graphile_worker._private_jobs j set run_at = ${OF_THE_PAST}::timestamptz, locked_at = null, locked_by = null
          from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = any(${tasks}::text[])`.execute(
          tx.as(),
        );
        await sql`update outgoing_hold set parked_at = now()`.execute(tx.as());
      });
      await read();
    },
    stop: () => stopListening(),
  };
}

/** Begins a hold, in the database of an installation that was just restored and on which nothing runs yet. */
export const HOLD_OUTGOING =
  'insert into outgoing_hold (restored_to, backup_id) values ($1::timestamptz, $2) on conflict (only_one) do update set since = now(), restored_to = excluded.restored_to, backup_id = excluded.backup_id, parked_at = null';

export interface HeldJobs {
  task: string;
  /** Waiting in the backup, and come since. */
  past: number;
  since: number;
}
export interface HoldState {
  since: string;
  restoredTo: string | null;
  backupId: string;
}

export async function readHold(tx: Tx): Promise<{ hold: HoldState | null; jobs: HeldJobs[] }> {
  const { rows: holds } = await sql<HoldState>`
    select since, restored_to "restoredTo", backup_id "backupId" from outgoing_hold`.execute(tx.as());
  if (!holds[0]) return { hold: null, jobs: [] };
  const { rows: jobs } = await sql<HeldJobs>`
    select t.identifier task, count(*) filter (where j.run_at = ${OF_THE_PAST}::timestamptz)::int past, count(*) filter (where j.run_at = ${SINCE_THEN}::timestamptz)::int since
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where j.run_at >= ${OF_THE_PAST}::timestamptz group by 1 order by 1`.execute(
    tx.as(),
  );
  return { hold: holds[0], jobs };
}

/** Forgets jobs of the past of these tasks, lets all others run, and ends the hold. Answers how many of each. */
export async function endHold(
  tx: Tx,
  forgotten: readonly string[],
): Promise<{ released: number; forgotten: number } | null> {
  const { rows: holds } = await sql`delete from outgoing_hold returning 1`.execute(tx.as());
  if (holds.length === 0) return null;
  const { rows: gone } = await sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and j.run_at = ${OF_THE_PAST}::timestamptz and t.identifier = any(${[...forgotten]}::text[]) returning 1`.execute(
    tx.as(),
  );
  const { rows: released } = await sql`
    update graphile_worker._private_jobs set run_at = now() where run_at >= ${OF_THE_PAST}::timestamptz returning 1`.execute(
    tx.as(),
  );
  await sql`select pg_notify(${HOLD_CHANGED}, '')`.execute(tx.as());
  return { released: released.length, forgotten: gone.length };
}
