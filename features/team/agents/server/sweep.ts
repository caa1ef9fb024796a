import { sql } from 'kysely';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** Forgets logins that ended a week ago. */
export const sweepJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'agents.sweep',
  cron: '35 3 * * *',
  run: async () => {
    await db.everyTenant('logins of every tenant run out', (tx) =>
      sql`delete from sip_login where ended_at < now() - interval '7 days'`.execute(tx.as()),
    );
  },
});
