import { sql } from 'kysely';
import { deleteFile } from '#features/office/files/server/index.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** Longer than anybody thinks over whether to send what they uploaded. */
const UNSENT_HOURS = 24;
const AT_ONCE = 1_000;

/** Forgets files that were uploaded and never sent. */
export const sweepJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'chat.sweep',
  cron: '41 3 * * *',
  async run() {
    const { rows } = await db.everyTenant('files nobody sent', (tx) =>
      sql<{ tenantId: number; fileId: number }>`
      select f.tenant_id "tenantId", f.file_id "fileId" from chat_file f join stored_file s on s.id = f.file_id
      where s.created_at < now() - ${UNSENT_HOURS} * interval '1 hour' and not exists (select from chat_message m where m.conversation_id = f.conversation_id and m.file_id = f.file_id) limit ${AT_ONCE}`.execute(
        tx.as(),
      ),
    );
    for (const { tenantId, fileId } of rows) {
      await db.tenant({ tenantId }, async (tx) => {
        await deleteFile(tx, fileId);
        await sql`delete from chat_file where file_id = ${fileId}`.execute(tx.as());
      });
    }
  },
});
