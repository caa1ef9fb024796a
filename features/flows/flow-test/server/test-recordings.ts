import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { TEST_RECORDING_DAYS } from '#core/flow-test/test-recording.ts';
import { retentionDays } from '#features/voice/call-records/server/index.ts';
import { deleteFile, storeFile } from '#features/office/files/server/index.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** What files of these are for; they leave by the routes of this feature alone. */
const PURPOSE = 'flow-test-recording';
const AT_ONCE = 500;

export interface TestOf {
  tenantId: number;
  userId: number;
  talkId: string;
}

export interface FoundRecording {
  fileId: number;
  userId: number | null;
  durationMs: number;
  bytes: number;
  startedAt: string;
}

/**
 * Takes the recording of a test that is over from the disk into the tenant's files; answers its size. The source is gone afterwards,
 * whatever happened: a test that could not be stored can be made again.
 */
export async function keepTestRecording(
  world: Pick<World, 'db' | 'files'>,
  { tenantId, userId, talkId }: TestOf,
  { path, durationMs }: { path: string; durationMs: number },
): Promise<number> {
  try {
    const { bytes } = await storeFile(
      world,
      { tenantId, userId },
      {
        purpose: PURPOSE,
        name: `${talkId}.wav`,
        mediaType: 'audio/wav',
        content: createReadStream(path),
        async within(tx, fileId) {
          const { rows } = await sql`
          insert into flow_test_recording (talk, file_id, duration_ms, bytes)
          select t.id, f.id, ${Math.round(durationMs)}, f.bytes from flow_talk t, stored_file f
          where t.talk_id = ${talkId} and t.source = 'test' and t.user_id = ${userId} and f.id = ${fileId} returning talk`.execute(
            tx.as(),
          );
          if (rows.length === 0) throw new Error('There is no such test.');
        },
      },
    );
    return bytes;
  } finally {
    await rm(path, { force: true });
  }
}

export async function findTestRecording(tx: TenantTx, talkId: string): Promise<FoundRecording | undefined> {
  const { rows } = await sql<FoundRecording>`
    select r.file_id "fileId", t.user_id "userId", r.duration_ms "durationMs", r.bytes, t.started_at "startedAt"
    from flow_talk t join flow_test_recording r on r.talk = t.id where t.talk_id = ${talkId}`.execute(tx.as());
  return rows[0];
}

/** Deletes, by night, what is older than a test is worth: a month, or the tenant's own term for recordings where that is shorter. */
export const expireTestRecordingsJob = ({ db, log }: Pick<World, 'db' | 'log'>): Job => ({
  task: 'flow-test.expireRecordings',
  cron: '41 3 * * *',
  async run() {
    const { rows: tenants } = await db.everyTenant('every tenant has its own term', (tx) =>
      sql<{
        tenant_id: number;
      }>`select distinct tenant_id from flow_test_recording where created_at < now() - interval '1 day'`.execute(
        tx.as(),
      ),
    );
    for (const { tenant_id: tenantId } of tenants) {
      for (let gone = AT_ONCE; gone === AT_ONCE;) {
        gone = await db.tenant({ tenantId }, expireSome);
        if (gone > 0) log.info({ tenantId, recordings: gone }, 'old recordings of tests deleted');
      }
    }
  },
});

async function expireSome(tx: TenantTx): Promise<number> {
  const days = Math.min(TEST_RECORDING_DAYS, (await retentionDays(tx)) ?? TEST_RECORDING_DAYS);
  const { rows: old } = await sql<{ file_id: number }>`
    delete from flow_test_recording where (tenant_id, talk) in (
      select tenant_id, talk from flow_test_recording where created_at < now() - ${days} * interval '1 day' order by created_at limit ${AT_ONCE} for update skip locked
    ) returning file_id`.execute(tx.as());
  for (const { file_id: fileId } of old) await deleteFile(tx, fileId);
  return old.length;
}
