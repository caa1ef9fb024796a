import { sql } from 'kysely';
import { forgetRows } from '#platform/server/db/forget-rows.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** Nobody looks further back: the figures of lines go over 90 days at most, and what a call sounded like stands in its record. */
const KEPT_DAYS = 92;

/** Forgets what pages told about the sound of calls: the most rows of a call, with all the browser measured. */
export const forgetReportsJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'calls.forgetReports',
  cron: '53 3 * * *',
  async run() {
    const why = 'reports of every tenant grow old';
    const { rows } = await db.everyTenant(why, (tx) =>
      sql<{ id: number }>`select id from tenant order by id`.execute(tx.as()),
    );
    // The index of their age begins with the tenant.
    for (const { id: tenantId } of rows)
      await forgetRows(db, why, {
        from: sql.table('call_quality_report'),
        where: sql`tenant_id = ${tenantId} and created_at < now() - ${KEPT_DAYS} * interval '1 day'`,
      });
  },
});
