import { sql } from 'kysely';
import { lastCallWith } from '#features/voice/call-records/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** These customers were spoken with until then; a later contact stays. */
export async function noteContact(tx: TenantTx, customerIds: readonly number[], endedAt: string | null): Promise<void> {
  await sql`update customer set last_contact_at = greatest(last_contact_at, coalesce(${endedAt}::timestamptz, now())) where id = any(${customerIds}::bigint[])`.execute(
    tx.as(),
  );
}

/** A call that ended then was with somebody else: what is left is the last call they really had. */
export async function takeContactBack(tx: TenantTx, customerId: number, endedAt: string): Promise<void> {
  await sql`update customer set last_contact_at = ${await lastCallWith(tx, customerId)}::timestamptz
    where id = ${customerId} and date_trunc('second', last_contact_at) <= ${endedAt}::timestamptz`.execute(tx.as());
}
