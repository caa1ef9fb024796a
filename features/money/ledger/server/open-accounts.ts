import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';

/** Accounts of all tenants, for those who go through them one after another; or of one. */
export async function openAccounts(
  tx: Tx,
  only: number | null = null,
): Promise<{ tenantId: number; currency: string; openedAt: string }[]> {
  const { rows } = await sql<{ tenantId: number; currency: string; openedAt: string }>`
    select tenant_id "tenantId", currency, opened_at "openedAt" from money_account
    where ${only}::bigint is null or tenant_id = ${only} order by tenant_id`.execute(tx.as());
  return rows;
}

/** The last entry of the tenant so far; whoever is booking is waited for, so that none with a lower number comes later. */
export async function lastEntryBooked(tx: TenantTx): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last_entry_booked() last`.execute(tx.as());
  return rows[0]!.last;
}
