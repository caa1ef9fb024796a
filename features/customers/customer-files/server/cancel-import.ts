import { deleteFile } from '#features/office/files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { CLEAN_TASK, enqueueImport } from './import-queue.ts';
import { importsRepo, pushToImporter, type ImportRow } from './imports.repo.ts';

/** Ends an import that is not written, and forgets its files; false when it is over already. */
export async function cancelImport(tx: TenantTx, row: ImportRow): Promise<boolean> {
  const changed = await importsRepo(tx).change(row.id, ['uploaded', 'checking', 'checked', 'importing'], {
    state: 'cancelled',
    file_id: null,
    error_file_id: null,
    isOver: true,
  });
  if (!changed) return false;
  for (const file of [row.file_id, row.error_file_id]) if (file !== null) await deleteFile(tx, file);
  await enqueueImport(tx, CLEAN_TASK, row);
  await pushToImporter(tx, changed);
  return true;
}
