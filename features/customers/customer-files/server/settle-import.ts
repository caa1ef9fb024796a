import { deleteFile } from '#features/office/files/server/index.ts';
import { isUnavailable, type Db } from '#platform/server/db/db.ts';
import { Failure, type FailureName } from '#shared/errors.ts';
import { importsRepo, pushToImporter, type ImportRow } from './imports.repo.ts';
import { dropStage } from './stage.ts';
import { inTenantOf, MovedOn, Stopping, type ImportRun, type RunnerWorld } from './import-run.ts';

const MAX_ATTEMPTS = 3;

/** What becomes of an import whose run threw (rules 1, 3 and 4 of `import-runner.ts`). */
export async function settleImport(
  { db, log }: RunnerWorld,
  { row, signal }: ImportRun,
  thrown: unknown,
): Promise<void> {
  const why: unknown = signal.aborted ? signal.reason : thrown;
  if (why instanceof MovedOn) return dropStage(db, row.id);
  if (why instanceof Stopping) {
    await inTenantOf(db, row, (tx) => importsRepo(tx).change(row.id, [row.state], { attempts: row.attempts - 1 }));
    throw new Failure('unavailable');
  }
  if (why instanceof Failure && !isUnavailable(why)) return fail(db, row, why.name);
  if (row.attempts < MAX_ATTEMPTS || isUnavailable(why)) throw why;
  log.error({ err: why, importId: row.id }, 'import failed');
  return fail(db, row, 'unexpected');
}

async function fail(db: Db, row: ImportRow, reason: FailureName): Promise<void> {
  await inTenantOf(db, row, async (tx) => {
    const changed = await importsRepo(tx).change(row.id, ['checking', 'importing'], {
      state: 'failed',
      reason,
      file_id: null,
      error_file_id: null,
      isOver: true,
    });
    if (!changed) return;
    for (const file of [row.file_id, row.error_file_id]) if (file !== null) await deleteFile(tx, file);
    await pushToImporter(tx, changed);
  });
  await dropStage(db, row.id);
}
