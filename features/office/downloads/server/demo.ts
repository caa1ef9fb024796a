import { sql } from 'kysely';
import { DownloadStatus } from '#shared/codes/download-status.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { Tx } from '#platform/server/db/db.ts';
import type { DemoTenant } from '#platform/server/feature.ts';
import { tableFileName } from '#platform/server/table-file.ts';
import { KEPT_DAYS } from './downloads.repo.ts';

const DAY_MS = 24 * 3_600_000;
const KIND = 'operation-log.entries';

/** Of those who may export: one file that has expired, and one asked for that the runner writes at once, so it holds what is true. */
export async function demoDownloads(
  tx: Tx,
  { tenantId, language, timeZone, people, nowMs }: DemoTenant,
  runTask: string,
): Promise<void> {
  const rows = tx.as<never>();
  const nameAt = (atMs: number) => tableFileName('csv', { stem: 'operation-log', zone: timeZone, atMs });
  const askedMs = nowMs - (KEPT_DAYS + 5) * DAY_MS;
  const doneMs = askedMs + 4_000;
  for (const { userId } of people.filter(({ role }) => role !== 'agent')) {
    await sql`
      insert into download_task (tenant_id, user_id, file_name, feature, kind, params, language, time_zone, status, progress, attempts, not_before, created_at, done_at, expires_at)
      values (${tenantId}, ${userId}, ${nameAt(askedMs)}, 'operation-log', ${KIND}, '{}', ${language}, ${timeZone}, ${DownloadStatus.expired}, 100, 1,
        ${toWireTime(askedMs)}, ${toWireTime(askedMs)}, ${toWireTime(doneMs)}, ${toWireTime(doneMs + KEPT_DAYS * DAY_MS)})`.execute(
      rows,
    );
    await sql`
      insert into download_task (tenant_id, user_id, file_name, feature, kind, params, language, time_zone)
      values (${tenantId}, ${userId}, ${nameAt(nowMs)}, 'operation-log', ${KIND}, '{}', ${language}, ${timeZone})`.execute(
      rows,
    );
  }
  await tx.enqueue(runTask, {}, { key: runTask });
}
