import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';

export interface KnownCustomer {
  id: number;
  fullName: string;
  doNotCall: boolean;
  doNotText: boolean;
}

/** Who has these numbers (digits with the country's code). Of several with one number the one spoken with last, and nobody is called whom one of them keeps from it. */
export async function customersByNumber(tx: TenantTx, numbers: readonly string[]): Promise<Map<string, KnownCustomer>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<KnownCustomer & { phones: string[] }>`
    select c.id, c.full_name "fullName", c.do_not_call "doNotCall", c.do_not_text "doNotText", c.phones
    from customers_with_number(${numbers}::text[]) found join customer c on c.id = found order by c.last_contact_at desc nulls last, c.id`.execute(
    tx.as(),
  );
  const known = new Map<string, KnownCustomer>();
  for (const { phones, ...customer } of rows) {
    for (const number of phones.filter((one) => numbers.includes(one))) {
      const other = known.get(number);
      known.set(
        number,
        other
          ? {
              ...other,
              doNotCall: other.doNotCall || customer.doNotCall,
              doNotText: other.doNotText || customer.doNotText,
            }
          : customer,
      );
    }
  }
  return known;
}
