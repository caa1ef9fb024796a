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

/** Forgets jobs of the past of these tasks, lets all others run, ends the hold and keeps what came of it. Answers how many of each. */
export async function endHold(
  tx: Tx,
  forgotten: readonly string[],
): Promise<{ released: number; forgotten: number } | null> {
  const { rows: holds } = await sql<{ since: string; restoredTo: string | null; backupId: string }>`
    delete from outgoing_hold returning since::text, restored_to::text "restoredTo", backup_id "backupId"`.execute(
    tx.as(),
  );
  const hold = holds[0];
  if (!hold) return null;
  const kinds = new Map<string, EndedKind>();
  const count = (rows: readonly { task: string }[], what: 'released' | 'forgotten'): number => {
    for (const { task } of rows) {
      const kind = kinds.get(task) ?? { task, released: 0, forgotten: 0 };
      kind[what] += 1;
      kinds.set(task, kind);
    }
    return rows.length;
  };
  const { rows: gone } = await sql<{ task: string }>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and j.run_at = ${OF_THE_PAST}::timestamptz and t.identifier = any(${[...forgotten]}::text[]) returning t.identifier task`.execute(
    tx.as(),
  );
  const { rows: letGo } = await sql<{ task: string }>`
    update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
    where t.id = j.task_id and j.run_at >= ${OF_THE_PAST}::timestamptz returning t.identifier task`.execute(tx.as());
  const done = { released: count(letGo, 'released'), forgotten: count(gone, 'forgotten') };
  const releasedKinds = JSON.stringify([...kinds.values()].toSorted((a, b) => (a.task < b.task ? -1 : 1)));
  await sql`
    insert into outgoing_release (held_since, restored_to, backup_id, kinds)
    values (${hold.since}::timestamptz, ${hold.restoredTo}::timestamptz, ${hold.backupId}, ${releasedKinds}::jsonb)
    on conflict (only_one) do update set held_since = excluded.held_since, restored_to = excluded.restored_to,
      backup_id = excluded.backup_id, released_at = now(), kinds = excluded.kinds`.execute(tx.as());
  await sql`select pg_notify(${HOLD_CHANGED}, '')`.execute(tx.as());
  return done;
}

export interface EndedKind {
  task: string;
  released: number;
  forgotten: number;
}
export interface EndedHold extends HoldState {
  releasedAt: string;
  kinds: EndedKind[];
}

/** The hold that ended last; null once somebody has put it away. */
export async function readEndedHold(tx: Tx): Promise<EndedHold | null> {
  const { rows } = await sql<EndedHold>`
    select held_since since, restored_to "restoredTo", backup_id "backupId", released_at "releasedAt", kinds from outgoing_release`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}

export async function putEndedHoldAway(tx: Tx): Promise<boolean> {
  return (await sql`delete from outgoing_release returning 1`.execute(tx.as())).rows.length > 0;
}
