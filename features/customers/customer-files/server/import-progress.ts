import type { Db } from '#platform/server/db/db.ts';
import { importsRepo, pushToImporter, type ImportRow } from './imports.repo.ts';
import { inTenantOf } from './import-run.ts';

const NOTE_EVERY_MS = 300;

/** Tells how far a run is, not too often, and never after the run is over. */
export function importProgress(db: Db, row: ImportRow) {
  let lastMs = 0;
  let telling: Promise<unknown> = Promise.resolve();
  let isFree = true;
  return {
    update(now: Partial<Pick<ImportRow, 'rows' | 'done' | 'wrong'>>): void {
      if (!isFree || performance.now() - lastMs < NOTE_EVERY_MS) return;
      isFree = false;
      lastMs = performance.now();
      telling = inTenantOf(db, row, async (tx) => {
        const changed = await importsRepo(tx).change(row.id, [row.state], now);
        if (changed) await pushToImporter(tx, changed);
      })
        .catch(() => {})
        .finally(() => (isFree = true));
    },
    over: () => telling,
  };
}
