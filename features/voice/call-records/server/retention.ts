import { sql } from 'kysely';
import { deleteFile } from '#features/office/files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import { Operation } from '#platform/server/http/operation.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { keptDays, keptValue } from '../core/retention.ts';

/** How many days the tenant keeps recordings: `core/retention.ts` says what holds without it. */
export const RETENTION_SETTING = 'RecordingRetentionDays';
const AT_ONCE = 500;

export async function retentionDays(tx: TenantTx): Promise<number | null> {
  const { rows } = await sql<{
    value: string;
  }>`select value from tenant_setting where name = ${RETENTION_SETTING}`.execute(tx.as());
  return keptDays(rows[0]?.value);
}

export async function setRetentionDays(tx: TenantTx, days: number | null): Promise<void> {
  await sql`insert into tenant_setting (name, value) values (${RETENTION_SETTING}, ${keptValue(days)}) on conflict (tenant_id, name) do update set value = excluded.value`.execute(
    tx.as(),
  );
}

const isOlder = (days: number) => sql`deleted_at is null and created_at < now() - ${days} * interval '1 day'`;

/** How many recordings are older than so many days. */
export async function olderRecordings(tx: TenantTx, days: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) count from call_recording where ${isOlder(days)}`.execute(tx.as());
  return rows[0]!.count;
}

/** Deletes recordings whose time is over, by night; the operation log and the record of each call say so. */
export const expireRecordingsJob = ({ db, log }: Pick<World, 'db' | 'log'>): Job => ({
  task: 'call-records.expireRecordings',
  cron: '23 3 * * *',
  async run() {
    const { rows: tenants } = await db.everyTenant('every tenant has its own term', (tx) =>
      sql<{ tenant_id: number; value: string | null }>`
        select t.id tenant_id, s.value from tenant t left join tenant_setting s on s.tenant_id = t.id and s.name = ${RETENTION_SETTING} order by t.id`.execute(
        tx.as(),
      ),
    );
    for (const { tenant_id: tenantId, value } of tenants) {
      const days = keptDays(value ?? undefined);
      if (days === null) continue;
      for (let gone = AT_ONCE; gone === AT_ONCE;) {
        gone = await db.tenant({ tenantId }, (tx) => expireSome(tx, days));
        if (gone > 0) log.info({ tenantId, recordings: gone, days }, 'old recordings deleted');
      }
    }
  },
});

async function expireSome(tx: TenantTx, days: number): Promise<number> {
  const rows = tx.as<never>();
  const { rows: old } = await sql<{ file_id: number | null; call_id: string }>`
    with old as (select tenant_id, recording_id, file_id from call_recording where ${isOlder(days)} order by created_at limit ${AT_ONCE} for update skip locked)
    update call_recording c set deleted_at = now(), file_id = null from old where c.tenant_id = old.tenant_id and c.recording_id = old.recording_id returning old.file_id, c.call_id`.execute(
    rows,
  );
  for (const { file_id: fileId } of old) if (fileId !== null) await deleteFile(tx, fileId);
  await sql`
    update call_record r set has_recording = false, recording_expired_at = now()
    where r.call_id = any(${old.map(({ call_id: callId }) => callId)}) and not exists (select 1 from call_recording c where c.call_id = r.call_id and c.deleted_at is null)`.execute(
    rows,
  );
  if (old.length > 0) {
    const entry = new Operation(
      { module: 'call-records', action: 'expireRecordings' },
      { tenantId: tx.tenantId, userId: null, name: 'OpenSeat', address: '', requestId: '' },
    );
    entry.note(null, { after: { recordings: old.length, days } });
    await entry.writeInto(tx);
  }
  return old.length;
}
