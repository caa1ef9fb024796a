import type { TenantTx } from '#platform/server/db/db.ts';
import type { World } from '#platform/server/world.ts';
import { ACCESS_CHANGED } from '../contract.ts';

/** Makes a change of a member count at once: in calls, at open pages, and for whoever is shut out as the end of all sessions. */
export async function applyAccessChange(
  { sessions }: Pick<World, 'sessions'>,
  tx: TenantTx,
  { userId, isShutOut }: { userId: number; isShutOut: boolean },
): Promise<void> {
  // This transaction sees one tenant: the person stays signed in to others.
  if (isShutOut) await sessions.end(tx, { userId });
  await sessions.changed(tx, { userId });
  await tx.push({ kind: ACCESS_CHANGED, body: {}, to: { userId } });
}

/** With more of them one word about all is cheaper than a word about each. */
const FEW = 20;

/** Makes changes of several members count at once, in calls and at open pages; nobody of them is shut out. */
export async function applyAccessChanges(
  { sessions }: Pick<World, 'sessions'>,
  tx: TenantTx,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length > FEW) await sessions.changed(tx, { tenantId: tx.tenantId });
  else for (const userId of userIds) await sessions.changed(tx, { userId });
  for (const userId of userIds) await tx.push({ kind: ACCESS_CHANGED, body: {}, to: { userId } });
}
