import { sql } from 'kysely';
import type { ClearField } from '#features/customers/field-config/server/index.ts';

/** The door for fields that are no more. */
export const clearField: ClearField = async (tx, { tenantId, fieldId }, after, most) => {
  const { rows } = await sql<{ id: number }>`
    update customer set fields = fields - ${String(fieldId)}::text
    where id in (select id from customer where tenant_id = ${tenantId} and id > ${after} and jsonb_exists(fields, ${String(fieldId)}::text) order by id limit ${most}) returning id`.execute(
    tx.as(),
  );
  return rows.map(({ id }) => id);
};
