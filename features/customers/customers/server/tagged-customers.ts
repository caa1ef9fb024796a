import { sql } from 'kysely';
import type { TaggedCustomers } from '#features/customers/tags/server/index.ts';

/** The door for tags. */
export const taggedCustomers: TaggedCustomers = {
  count: (tenantId, tag, most) =>
    sql`(select count(*) from (select 1 from customer c where c.tenant_id = ${tenantId} and c.deleted_at is null and c.tag_ids @> array[${tag}] limit ${most}) counted)`,

  async takeOff(tx, { tenantId, tagId }, most) {
    const { numAffectedRows = 0n } = await sql`
      update customer set tag_ids = array_remove(tag_ids, ${tagId}::bigint), updated_at = now(), version = version + 1
      where id in (select id from customer where tenant_id = ${tenantId} and tag_ids @> array[${tagId}]::bigint[] limit ${most})`.execute(
      tx.as(),
    );
    return Number(numAffectedRows);
  },

  async tagDemo(tx, tenantId, chosen) {
    await sql`update customer c set tag_ids = coalesce(${chosen}, '{}') where c.tenant_id = ${tenantId} and c.tag_ids = '{}'`.execute(
      tx.as(),
    );
  },
};
