import { CompiledQuery } from 'kysely';
import type { TenantTx } from '../db/db.ts';
import { TAKE_TURN } from '../db/pipelined-pool.ts';

/** A transaction that others wait for, and in which nothing happens for so long, has lost its process: the database ends it. */
export const FROZEN_MS = 3_000;

/**
 * From here to the end of the transaction nobody else of the tenant has this turn: a lease that lasts no longer than what is
 * written under it. A process that stands still in the middle is cut off within seconds. The transaction is its fence: what it
 * had written is undone, and what it writes when it wakes up is refused.
 */
export async function takeTurn(tx: TenantTx, name: string): Promise<void> {
  // Travels with the next statement, which waits until the turn is ours.
  await tx.as().executeQuery(CompiledQuery.raw(TAKE_TURN, [String(FROZEN_MS), name, tx.tenantId]));
}
