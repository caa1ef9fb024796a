import { sql, type Transaction } from 'kysely';
import { DownloadStatus } from '#shared/codes/download-status.ts';
import type { FailureName } from '#shared/errors.ts';

export interface TaskRow {
  id: number;
  tenant_id: number;
  user_id: number;
  file_name: string;
  feature: string;
  kind: string;
  params: object;
  language: string;
  time_zone: string;
  status: DownloadStatus;
  progress: number;
  failure: FailureName | null;
  file_id: number | null;
  attempts: number;
  run_id: string | null;
  created_at: string;
  expires_at: string | null;
}

export interface Claimed extends TaskRow {
  run_id: string;
}

/** One number for all processes: whoever holds it picks the next task. */
const CLAIM_LOCK = 7_305_420;
/** A runner that was silent for so long has crashed. */
const SILENCE_SEC = 90;
/** In the whole installation; of one tenant only one at a time, so that nobody's exports hold up everybody's. */
const MAX_AT_ONCE = 2;
export const KEPT_DAYS = 7;
const REMEMBERED_DAYS = 30;

/** Tasks of one tenant. */
export const downloadsRepo = (rows: Transaction<never>) => ({
  async add(
    task: Pick<TaskRow, 'user_id' | 'file_name' | 'feature' | 'kind' | 'params' | 'language' | 'time_zone'>,
  ): Promise<number> {
    const { rows: added } = await sql<{ id: number }>`
      insert into download_task (user_id, file_name, feature, kind, params, language, time_zone)
      values (${task.user_id}, ${task.file_name}, ${task.feature}, ${task.kind}, ${JSON.stringify(task.params)}::jsonb, ${task.language}, ${task.time_zone})
      returning id`.execute(rows);
    return added[0]!.id;
  },

  async countInProgress(userId: number): Promise<number> {
    const { rows: counted } = await sql<{
      count: number;
    }>`select count(*) from download_task where user_id = ${userId} and status in (${DownloadStatus.waiting}, ${DownloadStatus.exporting})`.execute(
      rows,
    );
    return counted[0]!.count;
  },

  async mine(userId: number, max: number): Promise<(TaskRow & { bytes: number | null })[]> {
    const { rows: found } = await sql<TaskRow & { bytes: number | null }>`
      select t.*, f.bytes from download_task t left join stored_file f on f.id = t.file_id
      where t.user_id = ${userId} order by t.id desc limit ${max}`.execute(rows);
    return found;
  },

  async find(userId: number, id: number): Promise<TaskRow | undefined> {
    const { rows: found } =
      await sql<TaskRow>`select * from download_task where id = ${id} and user_id = ${userId}`.execute(rows);
    return found[0];
  },

  async remove(userId: number, id: number): Promise<TaskRow | undefined> {
    const { rows: gone } =
      await sql<TaskRow>`delete from download_task where id = ${id} and user_id = ${userId} returning *`.execute(rows);
    return gone[0];
  },

  /** False when the task is no longer this runner's. The same holds for the three below. */
  async beat({ id, run_id: run }: Claimed, progress: number): Promise<boolean> {
    return changed(
      await sql`update download_task set beat_at = now(), progress = ${progress} where id = ${id} and run_id = ${run}`.execute(
        rows,
      ),
    );
  },

  async finish({ id, run_id: run }: Claimed, fileId: number): Promise<boolean> {
    return changed(
      await sql`update download_task set status = ${DownloadStatus.done}, progress = 100, file_id = ${fileId}, run_id = null, done_at = now(), expires_at = now() + ${KEPT_DAYS} * interval '1 day'
        where id = ${id} and run_id = ${run}`.execute(rows),
    );
  },

  async fail({ id, run_id: run }: Claimed, failure: FailureName): Promise<boolean> {
    return changed(
      await sql`update download_task set status = ${DownloadStatus.expired}, failure = ${failure}, run_id = null where id = ${id} and run_id = ${run}`.execute(
        rows,
      ),
    );
  },

  /** Back into the line. */
  async putBack(
    { id, run_id: run }: Claimed,
    { attempts, afterSec }: { attempts: number; afterSec: number },
  ): Promise<boolean> {
    return changed(
      await sql`update download_task set status = ${DownloadStatus.waiting}, progress = 0, run_id = null, attempts = ${attempts}, not_before = now() + ${afterSec} * interval '1 s'
        where id = ${id} and run_id = ${run}`.execute(rows),
    );
  },

  /** The file that has to go; null when somebody was faster. */
  async expire(id: number): Promise<{ fileId: number | null; userId: number } | null> {
    const { rows: old } = await sql<{ file_id: number | null; user_id: number }>`
      with old as (select id, file_id, user_id from download_task where id = ${id} and status = ${DownloadStatus.done} for update)
      update download_task t set status = ${DownloadStatus.expired}, file_id = null from old where t.id = old.id returning old.file_id, old.user_id`.execute(
      rows,
    );
    return old[0] ? { fileId: old[0].file_id, userId: old[0].user_id } : null;
  },

  /** Expires files of these kinds, forgets what was asked of them, and lets what is being written begin anew. Answers the files that have to go. */
  async forget(kinds: readonly string[]): Promise<{ fileId: number; userId: number }[]> {
    const { rows: gone } = await sql<{ file_id: number | null; user_id: number }>`
      with old as (select id, file_id from download_task where kind = any(${kinds}) and status in (${DownloadStatus.done}, ${DownloadStatus.expired}) and (file_id is not null or params <> '{}') for update)
      update download_task t set status = ${DownloadStatus.expired}, file_id = null, params = '{}' from old where t.id = old.id returning old.file_id, t.user_id`.execute(
      rows,
    );
    await sql`update download_task set status = ${DownloadStatus.waiting}, run_id = null, progress = 0, attempts = greatest(0, attempts - 1) where kind = any(${kinds}) and status = ${DownloadStatus.exporting}`.execute(
      rows,
    );
    return gone.flatMap(({ file_id: fileId, user_id: userId }) => (fileId === null ? [] : [{ fileId, userId }]));
  },
});

/** The line of all tenants. */
export const downloadLine = (rows: Transaction<never>) => ({
  /** The next task, now this runner's: one that waits, or one whose runner crashed. */
  async claim(): Promise<Claimed | undefined> {
    await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(rows);
    const { rows: claimed } = await sql<Claimed>`
      with alive as (select tenant_id from download_task where status = ${DownloadStatus.exporting} and beat_at >= now() - ${SILENCE_SEC} * interval '1 s'),
      next as (
        select id from download_task
        where (status = ${DownloadStatus.waiting} and not_before <= now() or status = ${DownloadStatus.exporting} and beat_at < now() - ${SILENCE_SEC} * interval '1 s')
          and tenant_id not in (select tenant_id from alive) and (select count(*) from alive) < ${MAX_AT_ONCE}
        order by id limit 1)
      update download_task t set status = ${DownloadStatus.exporting}, run_id = gen_random_uuid(), beat_at = now(), attempts = attempts + 1, progress = 0
      from next where t.id = next.id returning t.*`.execute(rows);
    return claimed[0];
  },

  async expired(max: number): Promise<{ id: number; tenant_id: number }[]> {
    const { rows: due } = await sql<{
      id: number;
      tenant_id: number;
    }>`select id, tenant_id from download_task where status = ${DownloadStatus.done} and expires_at <= now() order by expires_at limit ${max}`.execute(
      rows,
    );
    return due;
  },

  async forgetOld(): Promise<void> {
    await sql`delete from download_task where status = ${DownloadStatus.expired} and created_at < now() - ${REMEMBERED_DAYS} * interval '1 day'`.execute(
      rows,
    );
  },
});

const changed = ({ numAffectedRows }: { numAffectedRows?: bigint }): boolean => (numAffectedRows ?? 0n) > 0n;
