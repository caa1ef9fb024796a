import { countryOf } from '#core/call/number-country.ts';
import { customersByNumber, writeCustomers } from '#features/customers/customers/server/index.ts';
import { keepOut } from '#features/voice/blacklist/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';

/** Somebody we called asked never to be called again: a customer's own wish is theirs; a number nobody has is kept out of tasks. */
export async function writeOptOut(tx: TenantTx, number: string): Promise<void> {
  const customer = (await customersByNumber(tx, [number])).get(number);
  if (!customer) return keepOut(tx, number, countryOf(number) ?? '', ['task']);
  await writeCustomers(tx, {
    change: [{ id: customer.id, values: { do_not_call: true } }],
    author: { userId: null, actor: '' },
  });
}
