import { sql } from 'kysely';
import type { TenantTx, Tx } from '#platform/server/db/db.ts';

/** Accounts of all tenants, for those who go through them one after another; or of one. Each begins with its first entry at the latest. */
export async function openAccounts(
  tx: Tx,
  only: number | null = null,
): Promise<{ tenantId: number; currency: string; openedAt: string }[]> {
  const { rows } = await sql<{ tenantId: number; currency: string; openedAt: string }>`
    select tenant_id "tenantId", currency, least(opened_at, (select min(at) from money_entry e where e.tenant_id = a.tenant_id)) "openedAt" from money_account a
    where ${only}::bigint is null or tenant_id = ${only} order by tenant_id`.execute(tx.as());
  return rows;
}

/** The last entry of the tenant so far; whoever is booking is waited for, so that none with a lower number comes later. */
export async function lastEntryBooked(tx: TenantTx): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last_entry_booked() last`.execute(tx.as());
  return rows[0]!.last;
}
