import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { openFile } from '#features/office/files/server/index.ts';
import { openCopyIn } from '#platform/server/db/open-copy-in.ts';
import type { Db } from '#platform/server/db/db.ts';
import { errorWords, readRules } from './import-rules.ts';
import { interruptible } from './interrupt.ts';
import { planImport } from './plan.ts';
import { STAGED_COLUMNS } from './reading/copy-line.ts';
import { readInThread, type ReadEnd } from './reading/read-in-thread.ts';
import { createStage, stageOf } from './stage.ts';
import { inTenantOf, type ImportRun, type RunnerWorld } from './import-run.ts';

/** Reads the file into the staging table; wrong rows go to a file of their own. */
export async function stageFile(
  world: RunnerWorld,
  { row, folder, signal }: ImportRun,
  onProgress: (now: { rows: number | null; done: number; wrong: number }) => void,
): Promise<ReadEnd> {
  const { db } = world;
  const path = join(folder, 'file');
  const { content } = await openFile(world, { tenantId: row.tenant_id }, row.file_id!);
  await pipeline(content, createWriteStream(path), { signal });
  const rules = await inTenantOf(db, row, (tx) => readRules(tx, world.texts, row.wish!));
  await createStage(db, { id: row.id, tenantId: row.tenant_id });
  const copy = await openCopyIn(db.pool, `copy customer_stage_${row.id} (${STAGED_COLUMNS}) from stdin`);
  try {
    const wish = {
      path,
      bytes: row.bytes,
      shape: row.shape.file,
      rules,
      titles: row.shape.columns.map(({ title }) => title),
      errorsPath: join(folder, 'errors'),
      words: errorWords(world.texts, row.wish!.language),
    };
    const end = await readInThread(
      { task: 'read', ...wish },
      async (batch) => {
        await copy.write(batch.copy);
        // Nobody has counted a large workbook: what is behind us says how much it will be.
        onProgress({
          rows: row.rows ?? (batch.part > 0 ? Math.max(batch.rows, Math.round(batch.rows / batch.part)) : null),
          done: batch.rows,
          wrong: batch.wrong,
        });
      },
      signal,
    );
    await copy.end();
    await db.everyTenant('the rows of an import are looked up by line', async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx.as());
      await sql`alter table ${stageOf(row)} add primary key (line)`.execute(tx.as());
      // How many there are, and in which order: nobody asks for more.
      await sql`analyze ${stageOf(row)} (line)`.execute(tx.as());
    });
    return end;
  } finally {
    copy.abort();
  }
}

/** Decides what becomes of every staged row; a run that is given up interrupts it. */
export async function planStaged(db: Db, { row, signal }: ImportRun, staged: number) {
  const interrupt = interruptible(db, signal);
  try {
    return await planImport(
      db,
      { id: row.id, tenantId: row.tenant_id },
      { rule: row.wish!.duplicates, staged, begun: (tx) => interrupt.watch(tx) },
    );
  } finally {
    interrupt.release();
  }
}
