import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

const KEPT_DAYS = 30;
const AT_ONCE = 5_000;

/** Deleted customers go for good after 30 days. What was merged into another stays while that one is there, so that old links lead to it. */
export const purgeJob = ({ db, clock }: Pick<World, 'db' | 'clock'>): Job => ({
  task: 'customers.purge',
  cron: '25 3 * * *',
  async run() {
    const before = new Date(clock.nowMs() - KEPT_DAYS * 86_400_000).toISOString();
    for (let gone = AT_ONCE; gone === AT_ONCE;) {
      gone = await db.everyTenant('customers deleted long ago', async (tx) => {
        const { rows } = await sql<{ id: number }>`
          delete from customer where id in (
            select c.id from customer c where c.deleted_at < ${before}::timestamptz and (c.merged_into is null or not exists (select 1 from customer k where k.id = c.merged_into)) limit ${AT_ONCE})
          returning id`.execute(tx.as());
        await sql`delete from customer_batch where finished_at < ${before}::timestamptz`.execute(tx.as());
        return rows.length;
      });
    }
  },
});
