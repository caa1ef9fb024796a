import { sql } from 'kysely';
import { tiedByCalls } from '#features/voice/call-records/server/index.ts';
import type { Contributions, CustomerReach, CustomerReader } from '#platform/server/contributions.ts';
import { mayUse } from '#platform/server/http/caller.ts';

interface Member {
  id: number;
  merged_into: number | null;
  owner_id: number | null;
  phones: string[];
}

/** Whether somebody may see and change every customer: a program of the tenant may, wherever its scope opens the call. */
export const seesAllCustomers = (who: CustomerReader): boolean =>
  who.key !== undefined || mayUse(who, 'customers.view');

/**
 * Whom somebody may see and change. Rules:
 * 1. With `customers.view`: everybody.
 * 2. Without: whom they own, and whom they had a call, a chat or a follow-up with.
 * 3. What is true of one that was merged into another is true of that one.
 */
export const openCustomerReach =
  (given: Pick<Contributions, 'customerTies'>): CustomerReach =>
  async (tx, who, customerIds) => {
    const asked = new Set(customerIds);
    if (asked.size === 0 || seesAllCustomers(who)) return asked;
    const { rows: family } = await sql<Member>`
      select id, merged_into, owner_id, phones from customer where id = any(${[...asked]}::bigint[])
      union all select id, merged_into, owner_id, phones from customer where merged_into = any(${[...asked]}::bigint[])`.execute(
      tx.as(),
    );
    const ids = [...new Set(family.map(({ id }) => id))];
    const calls = await tiedByCalls(tx, who.userId, {
      customerIds: ids,
      numbers: [...new Set(family.flatMap(({ phones }) => phones))],
    });
    const tied = new Set(calls.customerIds);
    for (const ties of given.customerTies)
      for (const { id } of (await ties(who.userId, ids).execute(tx.as())).rows) tied.add(id);
    return new Set(
      family
        .filter(
          ({ id, owner_id: ownerId, phones }) =>
            ownerId === who.userId || tied.has(id) || phones.some((number) => calls.numbers.has(number)),
        )
        .flatMap(({ id, merged_into: into }) => (into === null ? [id] : [id, into]))
        .filter((id) => asked.has(id)),
    );
  };
