import type { TenantTx } from '#platform/server/db/db.ts';

/** Refuses what is written for a tenant that is somebody else's by now. */
export interface TrunkGuard {
  fence(tx: TenantTx): Promise<void>;
}
