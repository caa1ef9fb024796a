import { sql } from 'kysely';
import { Failure } from '#shared/errors.ts';
import type { Tx } from './db/db.ts';

/*
 * Tenants that came with the demo. Everybody knows the passwords of their people, so without the demo they let nobody
 * in: neither people nor programs. Their data stays, and DEMO=1 opens them again. The seed sets the mark.
 */

/** SQL: whether the tenant with this id came with the demo. */
export const isDemoTenant = (tenantId: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select 1 from tenant_setting dm where dm.tenant_id = ${tenantId} and dm.name = 'demo' and dm.value = '1')`;

/** Whether the tenant came with the demo, and the demo is not shown. */
export async function isClosedDemo(tx: Tx, tenantId: number, demo: boolean): Promise<boolean> {
  if (demo) return false;
  const { rows } = await sql<{ closed: boolean }>`select ${isDemoTenant(sql`${tenantId}::bigint`)} closed`.execute(
    tx.as(),
  );
  return rows[0]!.closed;
}

export async function refuseClosedDemo(tx: Tx, tenantId: number, demo: boolean): Promise<void> {
  if (await isClosedDemo(tx, tenantId, demo)) throw new Failure('demoClosed');
}

export async function hasDemoTenants(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from tenant t where ${isDemoTenant(sql`t.id`)} limit 1`.execute(tx.as());
  return rows.length > 0;
}
