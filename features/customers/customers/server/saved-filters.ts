import type { ConditionTree } from '#core/customer/condition.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Reads the conditions of a saved filter that this person may use; null when there is none. */
export type ReadSavedFilter = (tx: TenantTx, id: number, userId: number) => Promise<ConditionTree | null>;

let read: ReadSavedFilter = async () => null;

/** The capability that keeps saved filters answers for them. */
export function registerSavedFilters(reads: ReadSavedFilter): void {
  read = reads;
}

export const readSavedFilter: ReadSavedFilter = (tx, id, userId) => read(tx, id, userId);
