import { sql } from 'kysely';
import { deleteFile } from '#features/office/files/server/index.ts';
import type { PersonData } from '#platform/server/contributions.ts';
import type { Job } from '#platform/server/jobs/jobs.ts';
import type { World } from '#platform/server/world.ts';
import { cancelImport } from './cancel-import.ts';
import { importsRepo } from './imports.repo.ts';
import { dropStage, stagedIds, stageOf } from './stage.ts';

/** Files nobody went on with are kept a day, files of wrong rows a week, the list of imports half a year. */
const WAITING_HOURS = 24;
const ERRORS_DAYS = 7;
const LISTED_DAYS = 180;

// Files may tell of anybody. So whoever is erased takes along every import that is not written yet, and every file of wrong rows.
export const importsPersonData: PersonData = {
  name: 'customer-files',
  async erase(tx) {
    let gone = 0;
    for (const row of await importsRepo(tx).withFiles()) {
      if (await cancelImport(tx, row)) gone += 1;
      else if (row.error_file_id !== null) {
        await deleteFile(tx, row.error_file_id);
        await importsRepo(tx).change(row.id, ['done'], { error_file_id: null });
        gone += 1;
      }
    }
    return gone;
  },
  async export(tx, { numbers, emails }) {
    const exportedRows: unknown[] = [];
    for (const row of await importsRepo(tx).withFiles()) {
      if (row.state !== 'checked') continue;
      const { rows } =
        await sql<object>`select s.* from ${stageOf(row)} s where s.emails && ${emails}::text[] or exists (select 1 from unnest(s.numbers) number where split_part(number, '/', 1) = any(${numbers}::text[])) order by s.line`.execute(
          tx.as(),
        );
      exportedRows.push(...rows.map((staged) => ({ file: row.file_name, ...staged })));
    }
    return exportedRows;
  },
};

/** What imports leave behind goes in time. */
export const purgeImports = ({ db, clock }: Pick<World, 'db' | 'clock'>): Job => ({
  task: 'customer-files.purge',
  cron: '41 * * * *',
  async run() {
    const before = (ms: number): string => new Date(clock.nowMs() - ms).toISOString();
    const { rows: old } = await db.everyTenant('imports of all tenants grow old', (tx) =>
      sql<{ id: number; tenant_id: number }>`
      select id, tenant_id from customer_import where (state in ('uploaded', 'checked') and changed_at < ${before(WAITING_HOURS * 3_600_000)}::timestamptz)
        or (error_file_id is not null and finished_at < ${before(ERRORS_DAYS * 86_400_000)}::timestamptz)`.execute(
        tx.as(),
      ),
    );
    for (const { id, tenant_id: tenantId } of old) {
      await db.tenant({ tenantId }, async (tx) => {
        const row = await importsRepo(tx).find(id);
        if (!row || (await cancelImport(tx, row)) || row.error_file_id === null) return;
        await deleteFile(tx, row.error_file_id);
        await importsRepo(tx).change(id, ['done'], { error_file_id: null });
      });
    }
    await db.everyTenant('imports nobody asks for any more', (tx) =>
      sql`delete from customer_import where finished_at < ${before(LISTED_DAYS * 86_400_000)}::timestamptz`.execute(
        tx.as(),
      ),
    );
    // Tables first: those made since belong to imports that are then found.
    const staged = await stagedIds(db);
    const { rows: open } = await db.everyTenant('imports whose rows still wait', (tx) =>
      sql<{ id: number }>`select id from customer_import where state in ('checking', 'checked', 'importing')`.execute(
        tx.as(),
      ),
    );
    const kept = new Set(open.map(({ id }) => id));
    for (const id of staged) if (!kept.has(id)) await dropStage(db, id);
  },
});
