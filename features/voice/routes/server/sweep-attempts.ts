import { sql } from 'kysely';
import { forgetRows } from '#platform/server/db/forget-rows.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

const KEPT_DAYS = 8;
const LONGEST_CALL_HOURS = 24;

/** Forgets calls that no limit looks back to (a week at most), and frees trunks of calls whose end nobody told. */
export const sweepJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'routes.sweepAttempts',
  cron: '50 * * * *',
  run: async () => {
    await forgetRows(db, 'limits of every tenant look back a week at most', {
      from: sql.table('call_attempt'),
      where: sql`at < now() - ${KEPT_DAYS} * interval '1 day'`,
    });
    await db.everyTenant('no call of any tenant lasts longer than a day', (tx) =>
      sql`update call_attempt set ended_at = now() where ended_at is null and at < now() - ${LONGEST_CALL_HOURS} * interval '1 hour'`.execute(
        tx.as(),
      ),
    );
  },
});
