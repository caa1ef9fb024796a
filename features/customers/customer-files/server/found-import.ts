import type { TenantTx } from '#platform/server/db/db.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import { Failure } from '#shared/errors.ts';
import { importsRepo, type ImportRow } from './imports.repo.ts';

/** Counts tell whether a number is known, and samples show it: nothing for those who see stars. */
export function assertSeesNumbers({ needsMasking }: Caller): void {
  if (needsMasking) throw new Failure('notAllowed');
}

export async function findImport(tx: TenantTx, id: number): Promise<ImportRow> {
  const row = await importsRepo(tx).find(id);
  if (!row) throw new Failure('notFound');
  return row;
}
