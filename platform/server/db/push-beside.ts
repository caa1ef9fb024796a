import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './db.ts';

/** Tells the open pages of tenants from a transaction that sees all: `tenants` is a query of their `tenant_id`. Only holders of `access`, where given. */
export async function pushBeside(
  tx: Tx,
  tenants: RawBuilder<unknown>,
  { kind, access = null }: { kind: string; access?: string | null },
): Promise<void> {
  await sql`with put as (insert into outbox (tenant_id, kind, body, access) select t.tenant_id, ${kind}, '{}', ${access} from (${tenants}) t)
    select pg_notify('outbox', '')`.execute(tx.as());
}

/** The same for one. */
export const pushToTenant = (tx: Tx, tenantId: number, push: { kind: string; access?: string }): Promise<void> =>
  pushBeside(tx, sql`select ${tenantId}::bigint tenant_id`, push);
