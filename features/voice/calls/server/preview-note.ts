import type { TenantTx } from '#platform/server/db/db.ts';
import { callsRepo } from './calls.repo.ts';

/** Keeps that somebody looked at a customer of a task and called them (specification W7). */
export const notePreviewCall = (
  tx: TenantTx,
  userId: number,
  entry: { taskName: string; customerName: string; taskId: string; customerId: string; phone: string },
): Promise<void> => callsRepo(tx).addPreview(userId, entry);
