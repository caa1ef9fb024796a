import { sql } from 'kysely';
import { deleteFile } from '#features/office/files/server/index.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';

/** Longer than anybody thinks over whether to send what they uploaded. Colleagues may sleep over it; of strangers little is kept. */
const UNSENT_HOURS = { ours: 24, visitors: 2 };
const AT_ONCE = 1_000;

/** Forgets files that were uploaded and never sent, and what was counted on days that are over. Goes on until nothing is left: as much as is allowed in is let out. */
export const sweepJob = ({ db }: Pick<World, 'db'>): Job => ({
  task: 'chat.sweep',
  cron: '*/10 * * * *',
  async run() {
    for (let found = AT_ONCE; found === AT_ONCE;) found = await sweepFiles(db);
    await db.everyTenant('days that are over', (tx) =>
      sql`delete from chat_upload_day where day < current_date - 1`.execute(tx.as()),
    );
  },
});

async function sweepFiles(db: World['db']): Promise<number> {
  const { rows } = await db.everyTenant('files nobody sent', (tx) =>
    sql<{ tenantId: number; fileId: number }>`
    select f.tenant_id "tenantId", f.file_id "fileId" from chat_file f join stored_file s on s.id = f.file_id
    where s.created_at < now() - (case when f.visitor_id is null then ${UNSENT_HOURS.ours} else ${UNSENT_HOURS.visitors} end)::int * interval '1 hour'
      and not exists (select from chat_message m where m.conversation_id = f.conversation_id and m.file_id = f.file_id) limit ${AT_ONCE}`.execute(
      tx.as(),
    ),
  );
  for (const { tenantId, fileId } of rows) {
    await db.tenant({ tenantId }, async (tx) => {
      await deleteFile(tx, fileId);
      await sql`delete from chat_file where file_id = ${fileId}`.execute(tx.as());
    });
  }
  return rows.length;
}
