import { sql } from 'kysely';
import type { Tx } from '#platform/server/db/db.ts';
import { isDemoTenant } from '#platform/server/demo-tenants.ts';

/** SQL: whether a person `u` belongs to tenants of the demo and to no other. */
export const isOfDemoAlone = sql<boolean>`(
  exists (select 1 from member dp where dp.user_id = u.id)
  and not exists (select 1 from member dp where dp.user_id = u.id and not ${isDemoTenant(sql`dp.tenant_id`)}))`;

/**
 * Of these addresses and phones, those whose messages anybody at this machine may read in the demo: what opens an account
 * elsewhere must not be shown. They are
 *   1. people of the demo alone,
 *   2. whom a tenant of the demo invites and who has no account yet,
 *   3. new contacts of people of the demo, and addresses that are being registered: nothing of anybody opens by them.
 */
export async function demoContacts(tx: Tx, contacts: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ contact: string }>`
    select c.contact from unnest(${[...new Set(contacts)]}::text[]) c (contact)
    where exists (select 1 from user_account u where (lower(u.email) = lower(c.contact) or u.phone = c.contact) and ${isOfDemoAlone})
      or (not exists (select 1 from user_account u where lower(u.email) = lower(c.contact) or u.phone = c.contact) and (
        exists (select 1 from invitation i where lower(i.email) = lower(c.contact) and ${isDemoTenant(sql`i.tenant_id`)})
        or exists (select 1 from verify_code v where v.contact = lower(c.contact) and v.purpose = 'register')
        or exists (select 1 from verify_code v join user_account u on u.id = v.user_id where v.contact = lower(c.contact) and ${isOfDemoAlone})))`.execute(
    tx.as(),
  );
  return new Set(rows.map(({ contact }) => contact));
}
