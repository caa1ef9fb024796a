import { sql } from 'kysely';
import { unread, type TenantTx } from '#platform/server/db/db.ts';

/** Whoever asks for one of these numbers next waits until this transaction ends. */
export async function lockNumbers(tx: TenantTx, numbers: readonly string[]): Promise<void> {
  await sql`${unread} select lock_customer_numbers(${numbers}::text[])`.execute(tx.as());
}

/** Whoever asks for any number next waits until this transaction ends: for the last moment of one that brings very many. */
export async function lockImports(tx: TenantTx): Promise<void> {
  await sql`select lock_customer_imports()`.execute(tx.as());
}
