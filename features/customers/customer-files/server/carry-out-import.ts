import { deleteFile } from '#features/office/files/server/index.ts';
import { importsRepo, pushToImporter } from './imports.repo.ts';
import { interruptible } from './interrupt.ts';
import { isStillPlanned } from './plan.ts';
import { countStaged, dropStage } from './stage.ts';
import { writeImport } from './write.ts';
import { inTenantOf, MovedOn, type ImportRun, type RunnerWorld } from './import-run.ts';
import { importProgress } from './import-progress.ts';
import { planStaged, stageFile } from './stage-file.ts';

/** Writes what was checked, in one transaction that also says so. */
export async function carryOutImport(world: RunnerWorld, run: ImportRun): Promise<void> {
  const { db } = world;
  const { row, signal } = run;
  const one = { id: row.id, tenantId: row.tenant_id };
  let { staged } = row;
  // Unlogged tables are emptied when the database crashes: then the file is read again.
  const isWhole = (await countStaged(db, one)) === staged;
  if (!isWhole) ({ staged } = await stageFile(world, run, () => {}));
  const plannedAt = new Date(world.clock.nowMs()).toISOString();
  if (!isWhole || !(await isStillPlanned(db, one))) await planStaged(db, run, staged);
  const progress = importProgress(db, row);
  const interrupt = interruptible(db, signal);
  try {
    await inTenantOf(db, row, async (tx) => {
      await interrupt.watch(tx);
      const counts = await writeImport(tx, {
        ...one,
        userId: row.user_id,
        rule: row.wish!.duplicates,
        plannedAt,
        progress(done) {
          signal.throwIfAborted();
          progress.update({ done: Math.min(row.rows ?? done, row.wrong + done) });
        },
      });
      await progress.over();
      const changed = await importsRepo(tx).change(row.id, ['importing'], {
        state: 'done',
        done: row.rows ?? 0,
        ...counts,
        file_id: null,
        attempts: 0,
        isOver: true,
      });
      if (!changed) throw new MovedOn();
      // The file has done its work; what is kept about people is kept in one place.
      if (row.file_id !== null) await deleteFile(tx, row.file_id);
      await pushToImporter(tx, changed);
    });
  } finally {
    interrupt.release();
  }
  await dropStage(db, row.id);
}
