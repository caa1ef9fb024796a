import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Whoever asks for any number next waits until this transaction ends: for the last moment of one that brings very many. */
export async function lockImports(tx: TenantTx): Promise<void> {
  await sql`select lock_customer_imports()`.execute(tx.as());
}
