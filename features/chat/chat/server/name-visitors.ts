import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** So few that nobody who writes meanwhile notices that they were held. */
const AT_ONCE = 500;

/** Visitors from before their names were found without accents: the trigger does the rest. A migration asks for it. */
export const nameVisitorsJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'chat.nameVisitors',
  waits: true,
  async run() {
    for (let after: number | null = 0; after !== null;) {
      const from: number = after;
      after = await db.everyTenant('visitors without words for their names', async (tx) => {
        const { rows } = await sql<{ last: number | null }>`
          with piece as (select id from chat_visitor where id > ${from} order by id limit ${AT_ONCE}),
          named as (update chat_visitor v set name = v.name from piece p where v.id = p.id and v.name <> '' and v.name_words = '')
          select max(id) last from piece`.execute(tx.as());
        return rows[0]!.last;
      });
    }
  },
});
