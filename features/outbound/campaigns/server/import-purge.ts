import { sql } from 'kysely';
import { dropRows, rowTables } from '#features/customers/customer-files/server/index.ts';
import { deleteFile } from '#features/office/files/server/index.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { cancelCampaignImport } from './import-handlers.ts';
import { STAGE_PREFIX, stageTable } from './import-queue.ts';
import { campaignImportsRepo } from './imports.repo.ts';

/** Files nobody went on with are kept a day, files of wrong rows a week. */
const [WAITING_MS, ERRORS_MS] = [86_400_000, 7 * 86_400_000];

/** What files leave behind goes in time. */
export const purgeCampaignImports = ({ db, clock }: Pick<World, 'db' | 'clock'>): Job => ({
  task: 'campaigns.purge',
  cron: '43 * * * *',
  async run() {
    const before = (ms: number): string => new Date(clock.nowMs() - ms).toISOString();
    const { rows: old } = await db.everyTenant('files of all tenants grow old', (tx) =>
      sql<{ id: number; tenantId: number }>`
        select id, tenant_id "tenantId" from campaign_import where (state in ('uploaded', 'checked') and changed_at < ${before(WAITING_MS)}::timestamptz)
          or (error_file_id is not null and finished_at < ${before(ERRORS_MS)}::timestamptz)`.execute(tx.as()),
    );
    for (const { id, tenantId } of old)
      await db.tenant({ tenantId }, async (tx) => {
        const row = await campaignImportsRepo(tx).find(id);
        if (!row || (await cancelCampaignImport(tx, row)) || row.errorFileId === null) return;
        await deleteFile(tx, row.errorFileId);
        await campaignImportsRepo(tx).change(id, ['done'], { errorFileId: null });
      });
    // Tables first: those made since belong to files that are then found.
    const tables = await rowTables(db, STAGE_PREFIX);
    const { rows: open } = await db.everyTenant('files whose rows still wait', (tx) =>
      sql<{ id: number }>`select id from campaign_import where state in ('checking', 'checked', 'importing')`.execute(
        tx.as(),
      ),
    );
    const kept = new Set(open.map(({ id }) => stageTable(id)));
    for (const table of tables) if (!kept.has(table)) await dropRows(db, table);
  },
});
