import { sql } from 'kysely';
import { customerRows } from '#features/customers/customers/server/index.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { VisitorClaims } from './signed-identity.ts';

/**
 * The customer the host site vouches for: by number, else by e-mail; null unless there is just one. What a visitor merely
 * types makes nobody a customer, or anybody could write under a customer's name.
 */
export async function vouchedCustomer(
  db: Db,
  tenantId: number,
  { email, phone }: Pick<VisitorClaims, 'email' | 'phone'>,
): Promise<number | null> {
  const digits = phone.replace(/\D/g, '');
  const one = async (found: ReturnType<typeof sql>): Promise<number | null> => {
    const ids = await db.numbers(
      'who has this number or address',
      sql`select id from ${customerRows} c where tenant_id = ${tenantId} and deleted_at is null and ${found} limit 2`,
    );
    return ids.length === 1 ? ids[0]![0]! : null;
  };
  return (
    (digits && (await one(sql`phones @> array[${digits}]::text[]`))) ||
    (email && (await one(sql`emails @> array[${email.toLowerCase()}]::text[]`))) ||
    null
  );
}
