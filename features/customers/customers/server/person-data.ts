import { sql } from 'kysely';
import type { PersonData } from '#platform/server/contributions.ts';
import { historyOf } from './customer-changes.repo.ts';
import { customersRepo } from './customers.repo.ts';

export const customersPersonData: PersonData = {
  name: 'customers',
  leadsToOthers: true,
  async erase(tx, { customerIds }) {
    // What somebody searched for to change many may be a name.
    await sql`delete from customer_batch where finished_at is not null`.execute(tx.as());
    await sql`delete from customer_change where customer_id = any(${customerIds}::bigint[])`.execute(tx.as());
    return Number(
      (await sql`delete from customer where id = any(${customerIds}::bigint[])`.execute(tx.as())).numAffectedRows ?? 0,
    );
  },
  async export(tx, { customerIds }) {
    const { rows: changes } = await sql<{
      at: string;
    }>`select customer_id, at, kind, changes from ${historyOf(customerIds)} h order by id`.execute(tx.as());
    return [...(await customersRepo(tx).read(customerIds)), ...changes];
  },
};
