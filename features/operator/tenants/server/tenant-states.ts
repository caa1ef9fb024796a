import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import { TENANT_STATE } from '#platform/server/tenant-state.ts';
import type { World } from '#platform/server/world.ts';
import { Failure } from '#shared/errors.ts';
import type { TenantStanding } from '../core/tenant-state.ts';
import { mayBeDeleted } from './tenant-export.ts';

export interface StateRow {
  name: string;
  state: TenantStanding;
  /** Its term is over and nothing is waited for: perhaps its files are being deleted already. */
  isDue: boolean;
}

/** Held until the transaction ends: of two operators one comes first. Throws `notFound`. */
export async function holdTenant(tx: Tx, tenantId: number): Promise<StateRow> {
  const { rows } = await sql<StateRow>`
    select t.name, t.state, ${mayBeDeleted} "isDue" from tenant t where t.id = ${tenantId} for no key update of t`.execute(
    tx.as(),
  );
  if (!rows[0]) throw new Failure('notFound');
  return rows[0];
}

/**
 * Another state, heard by every process when the transaction commits: people are signed out and their sockets closed, phones are
 * forgotten and calls end (`index.ts`). Whoever comes back signs in anew.
 */
export async function putState(
  { sessions }: Pick<World, 'sessions'>,
  tx: Tx,
  tenantId: number,
  { state, why = '', deleteAfterDays = null }: { state: TenantStanding; why?: string; deleteAfterDays?: number | null },
): Promise<{ deleteAt: string | null }> {
  const { rows } = await sql<{ deleteAt: string | null }>`
    update tenant set state = ${state}, state_why = ${why}, state_at = now(), delete_at = now() + ${deleteAfterDays}::int * interval '1 day'
    where id = ${tenantId} returning delete_at "deleteAt"`.execute(tx.as());
  if (state !== 'active') {
    await sessions.end(tx, { tenantId });
    await sql`update tenant_help set ended_at = now(), ended_by = ${state} where tenant_id = ${tenantId} and ended_at is null`.execute(
      tx.as(),
    );
  }
  // Whoever was looked up a moment ago is looked up again.
  await sessions.changed(tx, { tenantId });
  await pushTenantsChanged(tx, { about: tenantId });
  await sql`select pg_notify(${TENANT_STATE}, ${String(tenantId)})`.execute(tx.as());
  return rows[0]!;
}
