import type { TenantTx } from '#platform/server/db/db.ts';
import { TAGS_CHANGED } from '../contract.ts';

/** Pages and other features learn that tags, or their groups, are not what they were. */
export async function publishTagsChanged(tx: TenantTx): Promise<void> {
  await tx.push({ kind: TAGS_CHANGED, body: {} });
  await tx.announce(TAGS_CHANGED, { tenantId: tx.tenantId });
}
