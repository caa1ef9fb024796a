import { sql } from 'kysely';
import { Failure } from '#shared/errors.ts';
import type { Tx } from './db/db.ts';

/*
 * What an operator decided about a tenant: `active`, `suspended` (until it is resumed) or `closed` (deleted after a term, unless it is
 * taken back). In the two latter nobody comes in, no call goes through and nothing of its own happens.
 */

/** Told by the database to every process when the state of a tenant changed; the payload is its id. */
export const TENANT_STATE = 'tenant_state';

/** SQL: whether a tenant is active. */
export const isActiveTenant = (tenantId: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select 1 from tenant ts where ts.id = ${tenantId} and ts.state = 'active')`;

/** Throws `tenantDisabled`, whose words say who can help. */
export async function refuseInactive(tx: Tx, tenantId: number): Promise<void> {
  const { rows } = await sql<{ active: boolean }>`
    select ${isActiveTenant(sql`${tenantId}::bigint`)} active`.execute(tx.as());
  if (!rows[0]!.active) throw new Failure('tenantDisabled');
}
