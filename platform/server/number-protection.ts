import { sql, type RawBuilder } from 'kysely';
import type { TenantTx } from './db/db.ts';
import { EncryptType } from '#shared/codes/encrypt-type.ts';

/*
 * From whom numbers are hidden. A role may hide them from its members, a key and a webhook may be told so; beyond that a
 * tenant protects them by its setting `EncryptType`:
 * 1. `masked`: everybody but owners sees stars, on every page and in every file.
 * 2. `encrypted`: whatever leaves the product (files, the public API, webhooks) has stars, and words that can be dialled.
 * 3. Both.
 */
const isSet = (tenantId: RawBuilder<unknown>, types: readonly EncryptType[]): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from tenant_setting p where p.tenant_id = ${tenantId} and p.name = 'EncryptType' and p.value = any(${types.map(String)}::text[]))`;

/** Whether numbers are hidden from a member `m`, as SQL. */
export const hiddenFromMember: RawBuilder<boolean> = sql<boolean>`(
  exists (select 1 from member_role mr join role r on r.id = mr.role_id where mr.tenant_id = m.tenant_id and mr.user_id = m.user_id and r.need_desensitize)
  or (not m.is_owner and ${isSet(sql`m.tenant_id`, [EncryptType.masked, EncryptType.maskedAndEncrypted])}))`;

/** Whether numbers of a tenant are hidden in what leaves the product, as SQL. */
export const hiddenOutside = (tenantId: RawBuilder<unknown>): RawBuilder<boolean> =>
  isSet(tenantId, [EncryptType.encrypted, EncryptType.maskedAndEncrypted]);

/** The same, asked within a tenant: of a file that is answered at once. */
export async function hidesOutside(tx: TenantTx): Promise<boolean> {
  const { rows } = await sql<{ hides: boolean }>`select ${hiddenOutside(sql`t.id`)} hides from tenant t`.execute(
    tx.as(),
  );
  return rows[0]!.hides;
}
