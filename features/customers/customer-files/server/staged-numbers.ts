import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openFile } from '#features/office/files/server/index.ts';
import { openCopyIn } from '#platform/server/db/open-copy-in.ts';
import type { World } from '#platform/server/world.ts';
import { readInThread, type ReadEnd } from './reading/read-in-thread.ts';
import type { NumbersWish } from './reading/number-rows.ts';
import { createNumberTable } from './stage.ts';
import { dropRows, type RowsRun } from './staged-rows.ts';

/** A file of numbers that are wanted in a table of one's own, `number bigint`, as they come: also twice. Who wants it drops it (`dropRows`). */
export interface StagedNumbersWish extends Omit<NumbersWish, 'path'> {
  table: string;
  tenantId: number;
  fileId: number;
}

/** Reads a file of numbers in a thread of its own and copies them into the table. */
export async function stageNumbers(
  world: Pick<World, 'db' | 'files'>,
  { table, tenantId, fileId, ...wish }: StagedNumbersWish,
  { folder, signal, onProgress }: Omit<RowsRun, 'errorsPath'>,
): Promise<Pick<ReadEnd, 'rows' | 'staged' | 'wrong'>> {
  const { db } = world;
  const path = join(folder, 'file');
  const { content } = await openFile(world, { tenantId }, fileId);
  await pipeline(content, createWriteStream(path), { signal });
  await dropRows(db, table);
  await db.everyTenant('a place for the numbers of a file', (tx) => createNumberTable(tx, table, tenantId));
  const copy = await openCopyIn(db.pool, `copy ${table} (number) from stdin`);
  try {
    const end = await readInThread(
      { task: 'numbers', path, ...wish },
      async (batch) => {
        await copy.write(batch.copy);
        const rows = batch.part > 0 ? Math.max(batch.rows, Math.round(batch.rows / batch.part)) : batch.rows;
        onProgress({ rows, done: batch.rows, wrong: batch.wrong });
      },
      signal,
    );
    await copy.end();
    return end;
  } finally {
    copy.abort();
  }
}
