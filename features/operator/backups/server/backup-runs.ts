import { sql } from 'kysely';
import { defaultBackupPlan, type BackupPlan } from '#core/backup/backup-plan.ts';
import { isDuplicate, type Tx } from '#platform/server/db/db.ts';
import { msOfColumn } from '#platform/server/db/moments.ts';
import { Failure } from '#shared/errors.ts';
import type { BackupRun, BackupWishes } from '../contract.ts';

export const RUN_TASK = 'backups.run';

export const wishesOf = ({ isOn, atHour, everyHours, keep, loseMinutes }: BackupPlan): BackupWishes => ({
  isOn,
  atHour,
  everyHours: everyHours as BackupWishes['everyHours'],
  keepDays: keep.days,
  keepWeeks: keep.weeks,
  keepMonths: keep.months,
  loseMinutes,
});

export async function readBackupPlan(tx: Tx): Promise<BackupPlan> {
  const { rows } = await sql<BackupWishes>`
    select is_on "isOn", at_hour "atHour", every_hours "everyHours", keep_days "keepDays", keep_weeks "keepWeeks", keep_months "keepMonths", lose_minutes "loseMinutes"
    from backup_plan`.execute(tx.as());
  const row = rows[0];
  if (!row) return defaultBackupPlan;
  const { keepDays: days, keepWeeks: weeks, keepMonths: months, ...plan } = row;
  return { ...plan, keep: { days, weeks, months } };
}

export async function writeBackupPlan(tx: Tx, wishes: BackupWishes): Promise<void> {
  const { isOn, atHour, everyHours, keepDays, keepWeeks, keepMonths, loseMinutes } = wishes;
  await sql`
    insert into backup_plan (is_on, at_hour, every_hours, keep_days, keep_weeks, keep_months, lose_minutes)
    values (${isOn}, ${atHour}, ${everyHours}, ${keepDays}, ${keepWeeks}, ${keepMonths}, ${loseMinutes})
    on conflict (only_one) do update set is_on = excluded.is_on, at_hour = excluded.at_hour, every_hours = excluded.every_hours,
      keep_days = excluded.keep_days, keep_weeks = excluded.keep_weeks, keep_months = excluded.keep_months, lose_minutes = excluded.lose_minutes`.execute(
    tx.as(),
  );
}

/** A run that waits for a process that can do it; `conflict` while there is one. */
export async function orderRun(
  tx: Tx,
  order: { kind: BackupRun['kind']; backupId: string | null; askedBy: string },
): Promise<number> {
  await endAbandoned(tx);
  try {
    const { rows } = await sql<{ id: number }>`
      insert into backup_run (kind, backup_id, asked_by) values (${order.kind}, ${order.backupId}, ${order.askedBy}) returning id`.execute(
      tx.as(),
    );
    const { id } = rows[0]!;
    await tx.enqueue(RUN_TASK, { runId: id }, { queue: RUN_TASK });
    return id;
  } catch (problem) {
    if (isDuplicate(problem, 'backup_run_one')) throw new Failure('conflict');
    throw problem;
  }
}

/** One whose job is gone, or was tried as often as jobs are, is never begun again: it must not stand in the way of those after it. */
export async function endAbandoned(tx: Tx): Promise<void> {
  await sql`
    update backup_run r set failed_at = now(), problem = ${ABANDONED}
    where r.finished_at is null and r.failed_at is null and not exists (
      select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${RUN_TASK} and (j.payload ->> 'runId')::bigint = r.id and (j.attempts < j.max_attempts or j.locked_at is not null))`.execute(
    tx.as(),
  );
}
const ABANDONED = 'It was begun again and again and never came to its end: see the log of the processes.';

/** What is to be done; null where it was done. One whose process died is begun anew. */
export async function beginRun(
  tx: Tx,
  runId: number,
): Promise<{ kind: BackupRun['kind']; backupId: string | null; askedBy: string } | null> {
  const { rows } = await sql<{ kind: BackupRun['kind']; backupId: string | null; askedBy: string }>`
    update backup_run set begun_at = now(), done_bytes = 0, total_bytes = 0
    where id = ${runId} and finished_at is null and failed_at is null returning kind, backup_id "backupId", asked_by "askedBy"`.execute(
    tx.as(),
  );
  return rows[0] ?? null;
}

export const noteProgress = (tx: Tx, runId: number, doneBytes: number, totalBytes: number): Promise<unknown> =>
  sql`update backup_run set done_bytes = ${doneBytes}, total_bytes = ${totalBytes} where id = ${runId}`.execute(
    tx.as(),
  );

export async function endRun(
  tx: Tx,
  runId: number,
  end: { backupId: string | null; problem: string | null },
): Promise<void> {
  await sql`
    update backup_run set backup_id = coalesce(${end.backupId}, backup_id), problem = ${end.problem ?? ''},
      finished_at = case when ${end.problem}::text is null then now() end, failed_at = case when ${end.problem}::text is not null then now() end
    where id = ${runId}`.execute(tx.as());
  await sql`delete from backup_run where id < (select id from backup_run order by id desc offset 200 limit 1)`.execute(
    tx.as(),
  );
}

/** The backup is good; what it should have made room for is still there. */
export const noteRemoval = (tx: Tx, runId: number, problem: string): Promise<unknown> =>
  sql`update backup_run set removal_problem = ${problem} where id = ${runId}`.execute(tx.as());

type RunRow = Omit<BackupRun, 'state'> & { begun: boolean; failed: boolean };

/** The one that runs, else the last. */
export async function lastRun(tx: Tx): Promise<BackupRun | null> {
  const { rows } = await sql<RunRow>`
    select id, kind, backup_id "backupId", asked_by "askedBy", asked_at "askedAt", coalesce(finished_at, failed_at) "endedAt", done_bytes "doneBytes", total_bytes "totalBytes", problem, removal_problem "removalProblem",
      begun_at is not null begun, failed_at is not null failed from backup_run order by id desc limit 1`.execute(
    tx.as(),
  );
  if (!rows[0]) return null;
  const { begun, failed, ...run } = rows[0];
  return { ...run, state: failed ? 'failed' : run.endedAt ? 'done' : begun ? 'running' : 'waiting' };
}

/** When a backup was begun last, and last went well. */
export async function lastTries(tx: Tx): Promise<{ triedMs: number | null; goodMs: number | null }> {
  const { rows } = await sql<{ triedMs: number | null; goodMs: number | null }>`
    select ${msOfColumn('tried')} "triedMs", ${msOfColumn('good')} "goodMs"
    from (select max(asked_at) tried, max(asked_at) filter (where finished_at is not null) good from backup_run where kind = 'make') r`.execute(
    tx.as(),
  );
  return rows[0]!;
}
