import { sql } from 'kysely';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** As long as the figures of lines go back: until then a call shows how it sounded from moment to moment. */
const KEPT_DAYS = 92;
/** Up to which moment calls were looked through. */
const MARK = 'CallQualityThinnedUntil';
/** Calls of so long go in one transaction: some thousand rows of a big team. */
const STEP = '1 hour';

/** SQL: how unsteady the packets of a measurement came; of two alike the later counts. */
const unsteady = (row: 'q' | 'w') =>
  sql`(coalesce((${sql.ref(`${row}.figures`)} ->> 'jitterMs')::float8, 0), ${sql.ref(`${row}.at`)})`;

/**
 * Of calls long past two measurements of each side stay: the last, which has the counts of the whole call, and the worst. Those every fifteen seconds
 * between them go; they are most of what a call leaves behind.
 */
export const thinQualityJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'call-records.thinQuality',
  cron: '13 4 * * *',
  async run() {
    const { rows } = await db.everyTenant('calls of every tenant grow old', (tx) =>
      sql<{ id: number }>`select id from tenant order by id`.execute(tx.as()),
    );
    for (const { id: tenantId } of rows) while (await db.tenant({ tenantId }, thinSome));
  },
});

/** The next hour that has calls; false when all that are old enough were looked through. */
async function thinSome(tx: TenantTx): Promise<boolean> {
  const rows = tx.as<never>();
  const { rows: next } = await sql<{ from: string; until: string }>`
    select r.started_at::text "from", least(r.started_at + ${STEP}::interval, now() - ${KEPT_DAYS} * interval '1 day')::text until
    from call_record r
    where r.started_at >= coalesce((select s.value::timestamptz from tenant_setting s where s.name = ${MARK}), '-infinity')
      and r.started_at < now() - ${KEPT_DAYS} * interval '1 day'
    order by r.started_at, r.id limit 1`.execute(rows);
  if (!next[0]) return false;
  const { from, until } = next[0];
  await sql`
    delete from call_quality q using call_record r
    where r.started_at >= ${from}::timestamptz and r.started_at < ${until}::timestamptz and q.call_id = r.call_id
      and exists (select 1 from call_quality l where l.call_id = q.call_id and l.party = q.party and l.at > q.at)
      and exists (select 1 from call_quality w where w.call_id = q.call_id and w.party = q.party and ${unsteady('w')} > ${unsteady('q')})`.execute(
    rows,
  );
  await sql`
    insert into tenant_setting (name, value) values (${MARK}, ${until})
    on conflict (tenant_id, name) do update set value = excluded.value`.execute(rows);
  return true;
}
