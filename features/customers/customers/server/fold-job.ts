import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** So few that nobody who edits one of them notices that they were held. */
const AT_ONCE = 500;

/**
 * Writes what customers are found by anew where it is not what `customer_search` says now; a migration that goes with a
 * change of that function asks for it. Texts of plain letters are what they always were and are not looked at.
 */
export const foldJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'customers.fold',
  waits: true,
  async run() {
    for (let after: number | null = 0; after !== null;) {
      const from: number = after;
      after = await db.everyTenant('customers found by an older text', async (tx) => {
        const { rows } = await sql<{ last: number | null }>`
          with piece as (select id, full_name || company || array_to_string(emails, '') words from customer where id > ${from} order by id limit ${AT_ONCE}),
          written as (
            update customer c set full_name = c.full_name from piece p
            where c.id = p.id and octet_length(p.words) <> length(p.words) and c.search <> customer_search(c.full_name, c.company, c.phones, c.emails))
          select max(id) last from piece`.execute(tx.as());
        return rows[0]!.last;
      });
    }
  },
});
