import type { TenantTx } from '#platform/server/db/db.ts';
import { SEAT_SWITCHED, SEATS_CHANGED } from '../contract.ts';
import { isOnline, seatsRepo, stateOf } from './seats.repo.ts';

/** Takes somebody's text seat offline; their tabs and other features hear of it. Answers their name, null for nobody of the tenant. */
export async function takeOffline(tx: TenantTx, userId: number): Promise<string | null> {
  const repo = seatsRepo(tx);
  await repo.lock(userId);
  const row = await repo.find(userId);
  if (!row) return null;
  if (!row.online) return row.name;
  await repo.keep(userId, { online: false, seatInUse: row.seat_in_use });
  await tx.push({ kind: SEATS_CHANGED, body: stateOf({ ...row, online: false }), to: { userId } });
  if (isOnline(row)) await tx.announce(SEAT_SWITCHED, { tenantId: tx.tenantId, userId, online: false });
  return row.name;
}
