import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** So few that no call waits for its record. */
const AT_ONCE = 500;

/** Records from before their names had an index: the trigger does the rest. A migration asks for it. */
export const nameRecordsJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'call-records.nameRecords',
  waits: true,
  async run() {
    for (let isLeft = true; isLeft;)
      isLeft = await db.everyTenant('records without words for their names', async (tx) => {
        const { rows } = await sql`
          with piece as (select id from call_record where customer_name <> '' and customer_words = '' limit ${AT_ONCE})
          update call_record r set customer_name = r.customer_name from piece p where r.id = p.id returning r.id`.execute(
          tx.as(),
        );
        return rows.length === AT_ONCE;
      });
  },
});
