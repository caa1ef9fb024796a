import { sql } from 'kysely';
import { forgetRows } from '#platform/server/db/forget-rows.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** Forgets logins that ended a week ago. */
export const sweepJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'agents.sweep',
  cron: '35 3 * * *',
  run: async () => {
    await forgetRows(db, 'logins of every tenant run out', {
      from: sql.table('sip_login'),
      where: sql`ended_at < now() - interval '7 days'`,
    });
  },
});
