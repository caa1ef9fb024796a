import type { TenantTx } from '#platform/server/db/db.ts';
import { SEAT_SWITCHED, SEATS_CHANGED } from '../contract.ts';
import { isOnline, seatsRepo, stateOf } from './seats.repo.ts';

/**
 * Takes somebody's text seat offline; their tabs and other features hear of it. Answers their name, null for nobody of the tenant.
 * `isGone`: because no page of theirs is there; a shared seat is kept for a while then.
 */
export async function takeOffline(tx: TenantTx, userId: number, isGone = false): Promise<string | null> {
  const repo = seatsRepo(tx);
  await repo.lock(userId);
  const row = await repo.find(userId);
  if (!row) return null;
  if (!row.online) return row.name;
  await repo.keep(userId, { online: false, seatInUse: row.seat_in_use });
  await tx.push({ kind: SEATS_CHANGED, body: stateOf({ ...row, online: false }), to: { userId } });
  if (isOnline(row)) await tx.announce(SEAT_SWITCHED, { tenantId: tx.tenantId, userId, online: false, isGone });
  return row.name;
}

/** Lets a text seat take conversations as soon as it is granted. */
export async function goOnline(tx: TenantTx, userId: number): Promise<void> {
  const repo = seatsRepo(tx);
  await repo.lock(userId);
  const row = (await repo.find(userId))!;
  if (isOnline(row)) return;
  await repo.keep(userId, { online: true, seatInUse: row.seat_in_use });
  await tx.push({ kind: SEATS_CHANGED, body: stateOf({ ...row, online: true }), to: { userId } });
  await tx.announce(SEAT_SWITCHED, { tenantId: tx.tenantId, userId, online: true, isGone: false });
}
