import type { Db, TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import type { ImportRow } from './imports.repo.ts';

/** What runs of imports work with. */
export type RunnerWorld = Pick<World, 'db' | 'files' | 'texts' | 'log' | 'clock'>;

/** One run of an import: its row as it was when the run began, a folder of its own, and whether it shall go on. */
export interface ImportRun {
  row: ImportRow;
  folder: string;
  signal: AbortSignal;
}

/** The import is no longer what it was when the run began. */
export class MovedOn extends Error {}
/** The server stops. */
export class Stopping extends Error {}

export const inTenantOf = <T>(
  db: Db,
  row: Pick<ImportRow, 'tenant_id'>,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> => db.tenant({ tenantId: row.tenant_id }, work);
