import { sql } from 'kysely';
import type { TenantTx } from './db/db.ts';

/*
 * How much of its plan's storage a tenant has used. The sum is counted every few minutes (`tenant_usage`); what was stored since is added,
 * so that nobody stores without end between two counts. What was deleted since is given back at the next one.
 */

/** How many bytes the plan has room for; without a plan there is always room. */
export async function storageRoom(tx: TenantTx): Promise<number> {
  const { rows } = await sql<{ room: string; used: string }>`
    select p.storage_bytes room, coalesce(u.storage_bytes, 0) + (
      select coalesce(sum(f.bytes), 0) from stored_file f where f.id > coalesce(u.counted_file, 0) and f.deleted_at is null) used
    from tenant_plan p left join tenant_usage u on u.tenant_id = p.tenant_id where p.storage_bytes is not null`.execute(
    tx.as(),
  );
  const [plan] = rows;
  return plan ? Number(plan.room) - Number(plan.used) : Infinity;
}
