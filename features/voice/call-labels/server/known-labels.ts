import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Whether all of these are labels of the tenant. */
export async function hasLabels(tx: TenantTx, ids: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return true;
  const { rows } = await sql`select 1 from call_label where id = any(${wanted}::bigint[])`.execute(tx.as());
  return rows.length === wanted.length;
}
