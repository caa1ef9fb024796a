import type { TenantTx } from '#platform/server/db/db.ts';
import type { ImportRow } from './imports.repo.ts';

export const RUN_TASK = 'customer-files.run';
export const CLEAN_TASK = 'customer-files.clean';
/** Files above this wait for one another; smaller ones stand in a few lines, so that connections are left for everybody else. */
const LARGE_BYTES = 8 * 1024 * 1024;
const LINES = 3;

const queueOf = (row: Pick<ImportRow, 'tenant_id' | 'bytes'>): string =>
  row.bytes > LARGE_BYTES ? 'customer-files.large' : `customer-files.${row.tenant_id % LINES}`;

/** Puts the next step of an import into the line; steps of one import never run at the same time. */
export const enqueueImport = (tx: TenantTx, task: string, row: ImportRow): Promise<void> =>
  tx.enqueue(task, { tenantId: row.tenant_id, importId: row.id }, { queue: queueOf(row) });
