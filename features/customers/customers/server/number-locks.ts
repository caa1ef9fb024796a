import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Beside the numbers of a tenant, whose own keys are hashes. */
const IMPORTS = 0;

/** Whoever asks for one of these numbers next waits until this transaction ends. */
export async function lockNumbers(tx: TenantTx, numbers: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${tx.tenantId}::int, ${IMPORTS}::int)`.execute(tx.as());
  for (const number of [...numbers].toSorted())
    await sql`select pg_advisory_xact_lock(${tx.tenantId}::int, hashtext(${number}))`.execute(tx.as());
}

/** Whoever asks for any number next waits until this transaction ends: for the last moment of one that brings very many. */
export async function lockImports(tx: TenantTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${tx.tenantId}::int, ${IMPORTS}::int)`.execute(tx.as());
}
