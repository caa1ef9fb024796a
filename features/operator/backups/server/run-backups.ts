import { isBackupDue } from '#core/backup/backup-plan.ts';
import { agedBackups, backupsToRemove, momentsSinceMs } from '#core/backup/backup-retention.ts';
import { BackupProblem, type BackupProgress, type Backups } from '#core/backup/backups.port.ts';
import type { Tx } from '#platform/server/db/db.ts';
import { readHold } from '#platform/server/jobs/outgoing-hold.ts';
import { INSTALLATION } from '#platform/server/http/installation.ts';
import { Operation } from '#platform/server/http/operation.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import {
  beginRun,
  endAbandoned,
  endRun,
  lastTries,
  noteProgress,
  noteRemoval,
  orderRun,
  readBackupPlan,
  RUN_TASK,
} from './backup-runs.ts';

type RunWorld = Pick<World, 'db' | 'clock' | 'log'> & { backups: Backups };

/** As the log of the installation knows them. */
export const BACKUP_DEEDS = ['made', 'failed', 'removed', 'removalFailed', 'logGivenUp'] as const;
const WHY = 'backups belong to the installation';
/** How often whoever looks learns how far it is. */
const PROGRESS_EVERY_MS = 1_000;

/**
 * Backups of this installation. Rules:
 * 1. Only a process that knows their folder does it: others have no such job. One run at a time, in whichever process is first.
 * 2. A process that dies leaves nothing that counts; whoever lives begins anew.
 * 3. What was made, removed or failed by the clock stands in the log of the installation.
 */
export const backupJobs = (world: RunWorld): Job[] => [
  { task: RUN_TASK, waits: true, run: ({ runId }: { runId: number }) => runBackup(world, runId) },
  { task: 'backups.tick', cron: '* * * * *', run: () => tick(world) },
];

/** Every minute: one that is due is ordered, and a log nobody takes does not fill the disk. */
export async function tick({ db, clock, log, backups }: RunWorld): Promise<void> {
  const order = async (tx: Tx): Promise<void> => {
    await endAbandoned(tx);
    const plan = await readBackupPlan(tx);
    if (!isBackupDue(plan, await lastTries(tx), clock.nowMs())) return;
    await orderRun(tx, { kind: 'make', backupId: null, askedBy: '' });
  };
  // Where the folder cannot be read now its backup is not found there: the hold alone says that nobody released it.
  if ((await db.everyTenant(WHY, readHold)).hold === null)
    await backups.settle().catch((problem: unknown) => log.error({ err: problem }, 'the log of a restore stays aside'));
  if (!(await isUnreleased({ db, backups }))) await db.everyTenant(WHY, order).catch(unlessBusy);
  if (await backups.relieve().catch(() => false)) {
    log.error('the log of the database could not be handed over for long and is given up until the next backup');
    await db.everyTenant(WHY, (tx) => writeDeed(tx, 'logGivenUp', ''));
  }
}

/**
 * Restored from a backup of this very folder, and nobody said yet that it takes the place of the server those are of: what it makes here, or
 * removes, would be taken for that one's.
 */
export async function isUnreleased({ db, backups }: Pick<RunWorld, 'db' | 'backups'>): Promise<boolean> {
  const { hold } = await db.everyTenant(WHY, readHold);
  return hold !== null && (await backups.list()).some(({ id }) => id === hold.backupId);
}

function unlessBusy(problem: unknown): void {
  if ((problem as { name?: string }).name !== 'conflict') throw problem;
}

export async function runBackup(world: RunWorld, runId: number): Promise<void> {
  const { db, backups, log } = world;
  const order = await db.everyTenant(WHY, (tx) => beginRun(tx, runId));
  if (!order) return;
  const progress = progressNote(world, runId);
  try {
    if (order.kind === 'check') {
      const { isGood, damage } = await backups.check(order.backupId!, progress.note);
      return await end(null, isGood ? null : damage.join('\n'));
    }
    const { id } = await backups.make(progress.note);
    await backups.setPace((await db.everyTenant(WHY, readBackupPlan)).loseMinutes);
    await end(id, null);
  } catch (problem) {
    // Somebody works on the folder by hand: in a while.
    if (problem instanceof BackupProblem && problem.kind === 'busy') throw problem;
    log.error({ err: problem, runId }, 'a backup failed');
    await end(null, wordsOf(problem));
    return;
  }
  // Its own outcome: a backup that is good stays good, and is not made once more.
  await removeOld(world).catch(async (problem: unknown) => {
    log.error({ err: problem, runId }, 'old backups could not be removed');
    await db.everyTenant(WHY, async (tx) => {
      await noteRemoval(tx, runId, wordsOf(problem));
      await writeDeed(tx, 'removalFailed', wordsOf(problem).slice(0, 200));
    });
  });

  async function end(backupId: string | null, trouble: string | null): Promise<void> {
    await progress.settle();
    await db.everyTenant(WHY, async (tx) => {
      await endRun(tx, runId, { backupId, problem: trouble });
      if (order!.kind === 'check' && trouble === null) return;
      const what = backupId ?? order!.backupId ?? '';
      await writeDeed(tx, trouble === null ? 'made' : 'failed', trouble === null ? what : trouble.slice(0, 200));
    });
  }
}

const wordsOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));

/** What the wishes do not keep; never the last good one. */
async function removeOld({ db, clock, backups, log }: RunWorld): Promise<void> {
  const { keep } = await db.everyTenant(WHY, readBackupPlan);
  const gone = backupsToRemove(agedBackups(await backups.list()), keep, clock.nowMs());
  const freed = await backups.remove(gone, momentsSinceMs(keep, clock.nowMs()));
  if (gone.length === 0) return;
  log.info({ gone, freed }, 'old backups were removed');
  await db.everyTenant(WHY, (tx) => writeDeed(tx, 'removed', gone.join(', ')));
}

/** Written down now and then, one after another. */
function progressNote({ db, clock, log }: RunWorld, runId: number) {
  let notedMs = Number.NEGATIVE_INFINITY;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    note({ doneBytes, totalBytes }: BackupProgress): void {
      if (clock.monotonicMs() - notedMs < PROGRESS_EVERY_MS) return;
      notedMs = clock.monotonicMs();
      writing = writing
        .then(() => db.everyTenant(WHY, (tx) => noteProgress(tx, runId, doneBytes, totalBytes)))
        .catch((problem: unknown) => log.debug({ err: problem }, 'the progress of a backup was not noted'));
    },
    settle: () => writing,
  };
}

async function writeDeed(tx: Tx, action: (typeof BACKUP_DEEDS)[number], target: string): Promise<void> {
  const who = { tenantId: INSTALLATION, userId: null, name: 'OpenSeat', address: '', requestId: '' };
  const entry = new Operation({ module: 'backups', action }, who);
  entry.note(target);
  await entry.writeBeside(tx, null);
}
