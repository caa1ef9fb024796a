import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** So few that nobody's work waits for it. */
const AT_ONCE = 500;

/** Customers of campaigns from before their names had an index: the trigger does the rest. A migration asks for it. */
export const nameCustomersJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'campaigns.nameCustomers',
  waits: true,
  async run() {
    // On from the last one: of a million nobody looks at those again that have their words.
    for (let after: number | null = 0; after !== null;) {
      const behind: number = after;
      after = await db.everyTenant('customers of campaigns without words for their names', async (tx) => {
        const { rows } = await sql<{ id: number }>`
          with piece as (select id from campaign_customer where id > ${behind} and name <> '' and name_words = '' order by id limit ${AT_ONCE} for update)
          update campaign_customer x set name = x.name from piece p where x.id = p.id returning x.id`.execute(tx.as());
        return rows.length === AT_ONCE ? Math.max(...rows.map(({ id }) => id)) : null;
      });
    }
  },
});
