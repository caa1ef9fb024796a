import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Consent } from '#shared/codes/consent.ts';

export interface CustomerByNumber {
  id: number;
  fullName: string;
  doNotCall: boolean;
  doNotText: boolean;
  consent: Consent;
  timeZone: string;
  country: string;
  ownerId: number | null;
}

/**
 * Who has these numbers (digits with the country's code). Of several with one number the one spoken with last; nobody is
 * called whom one of them keeps from it, and nobody has agreed where one of them said no.
 */
export async function customersByNumber(
  tx: TenantTx,
  numbers: readonly string[],
): Promise<Map<string, CustomerByNumber>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<CustomerByNumber & { phones: string[] }>`
    select c.id, c.full_name "fullName", c.do_not_call "doNotCall", c.do_not_text "doNotText", c.consent, c.time_zone "timeZone", c.country, c.owner_id "ownerId", c.phones
    from customers_with_number(${numbers}::text[]) found join customer c on c.id = found order by c.last_contact_at desc nulls last, c.id`.execute(
    tx.as(),
  );
  const wanted = new Set(numbers);
  const known = new Map<string, CustomerByNumber>();
  for (const { phones, ...customer } of rows) {
    for (const number of phones.filter((one) => wanted.has(one))) {
      const other = known.get(number);
      known.set(
        number,
        other
          ? {
              ...other,
              doNotCall: other.doNotCall || customer.doNotCall,
              doNotText: other.doNotText || customer.doNotText,
              consent: customer.consent === Consent.withdrawn ? customer.consent : other.consent,
            }
          : customer,
      );
    }
  }
  return known;
}
