import { sql } from 'kysely';
import { callsOfTenants } from '#features/voice/call-records/server/index.ts';
import { trunksDown } from '#features/voice/trunks/server/index.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import { pushTenantsChanged } from '#platform/server/operators.ts';
import type { World } from '#platform/server/world.ts';

/** A job that failed so often fails for a reason. */
const FAILING_TRIES = 3;

/** Counts what every tenant uses, in one statement: the list of tenants must not count a million calls whenever somebody looks. */
export const countUsage = ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> =>
  db.everyTenant('what all tenants use', async (tx) => {
    await sql`
      insert into tenant_usage (tenant_id, counted_at, members, voice_seats, text_seats, calls_now, calls_today, calls_30_days, storage_bytes, counted_file, trunks_down, failing_jobs, last_sign_in)
      select t.id, now(), coalesce(m.members, 0), coalesce(m.voice, 0), coalesce(m.text, 0), coalesce(c."now", 0), coalesce(c.today, 0), coalesce(c.days30, 0),
        coalesce(f.bytes, 0), coalesce(f.last, 0), coalesce(d.down, 0), coalesce(j.failing, 0), s.last
      from tenant t
        left join (select tenant_id, count(*)::int members, count(*) filter (where voice_seat)::int voice, count(*) filter (where text_seat)::int as text from member where enabled group by 1) m on m.tenant_id = t.id
        left join ${callsOfTenants(clock.nowMs())} c on c.tenant_id = t.id
        left join (select tenant_id, coalesce(sum(bytes) filter (where deleted_at is null), 0) bytes, max(id) last from stored_file group by 1) f on f.tenant_id = t.id
        left join ${trunksDown} d on d.tenant_id = t.id
        left join (select payload ->> 'tenantId' whose, count(*)::int failing from graphile_worker._private_jobs where attempts >= ${FAILING_TRIES} and payload ->> 'tenantId' is not null group by 1) j on j.whose = t.id::text
        left join (select tenant_id, max(created_at) last from session where help_id is null group by 1) s on s.tenant_id = t.id
      on conflict (tenant_id) do update set counted_at = excluded.counted_at, members = excluded.members, voice_seats = excluded.voice_seats, text_seats = excluded.text_seats,
        calls_now = excluded.calls_now, calls_today = excluded.calls_today, calls_30_days = excluded.calls_30_days, storage_bytes = excluded.storage_bytes, counted_file = excluded.counted_file,
        trunks_down = excluded.trunks_down, failing_jobs = excluded.failing_jobs,
        -- Sessions of long ago are swept away.
        last_sign_in = greatest(tenant_usage.last_sign_in, excluded.last_sign_in)`.execute(tx.as());
    await pushTenantsChanged(tx);
  });

const TASK = 'tenants.countUsage';

/** Counts as soon as the transaction has committed: a tenant that is new has figures at the first look. */
export const countSoon = (tx: Tx): Promise<void> => tx.enqueue(TASK, {}, { key: TASK });

export const usageJob = (world: Pick<World, 'db' | 'clock'>): Job => ({
  task: TASK,
  cron: '*/10 * * * *',
  run: () => countUsage(world),
});
