import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { storeFile } from '#features/office/files/server/index.ts';
import { CSV_MEDIA_TYPE } from '#platform/server/csv.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { importsRepo, pushToImporter } from './imports.repo.ts';
import { inTenantOf, MovedOn, type ImportRun, type RunnerWorld } from './import-run.ts';
import { importProgress } from './import-progress.ts';
import { planStaged, stageFile } from './stage-file.ts';

const ERRORS_PURPOSE = 'customer-import-errors';

/** Reads the file and says what importing it would do. */
export async function checkImport(world: RunnerWorld, run: ImportRun): Promise<void> {
  const { db } = world;
  const { row, folder } = run;
  const progress = importProgress(db, row);
  const { rows, staged, wrong, firstWrong } = await stageFile(world, run, progress.update);
  const counts = await planStaged(db, run, staged);
  await progress.over();
  const finish = async (tx: TenantTx, errorFileId: number | null): Promise<void> => {
    const changed = await importsRepo(tx).change(row.id, ['checking'], {
      state: 'checked',
      rows,
      done: rows,
      staged,
      wrong,
      ...counts,
      attempts: 0,
      error_file_id: errorFileId,
      wrongRows: firstWrong,
    });
    if (!changed) throw new MovedOn();
    await pushToImporter(tx, changed);
  };
  if (wrong === 0) return inTenantOf(db, row, (tx) => finish(tx, null));
  await storeFile(
    world,
    { tenantId: row.tenant_id, userId: row.user_id },
    {
      purpose: ERRORS_PURPOSE,
      name: `${row.id}.csv`,
      mediaType: CSV_MEDIA_TYPE,
      content: createReadStream(join(folder, 'errors')),
      within: finish,
    },
  );
}
