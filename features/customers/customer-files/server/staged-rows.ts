import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { openFile } from '#features/office/files/server/index.ts';
import { openCopyIn } from '#platform/server/db/open-copy-in.ts';
import type { Db } from '#platform/server/db/db.ts';
import type { Language } from '#shared/languages.ts';
import type { GuessedColumn } from '../core/import-guess.ts';
import type { RunnerWorld } from './import-run.ts';
import { errorWords, readRules } from './import-rules.ts';
import { STAGED_COLUMNS } from './reading/copy-line.ts';
import type { FileShape } from './reading/file-rows.ts';
import { readInThread, type ReadEnd } from './reading/read-in-thread.ts';
import { createRowTable } from './stage.ts';

/** A file of people whose rows are wanted in a table of one's own: for other lists than that of the customers. */
export interface RowsWish {
  /** Made anew; every row has its line. Who wants it drops it (`dropRows`). */
  table: string;
  tenantId: number;
  fileId: number;
  bytes: number;
  shape: { file: FileShape; columns: readonly Pick<GuessedColumn, 'title'>[] };
  mapping: readonly { column: number; field: string }[];
  /** Of numbers without a country's code. */
  country: string;
  /** Of the file of wrong rows. */
  language: Language;
  /** Fields no row may leave empty. */
  required: readonly string[];
}

/** Where it is written, and whether it shall go on. */
export interface RowsRun {
  folder: string;
  signal: AbortSignal;
  /** Of wrong rows, a csv file. */
  errorsPath: string;
  onProgress(now: { rows: number; done: number; wrong: number }): void;
}

/** Reads a file in a thread of its own and copies its rows into the table. */
export async function stageRows(
  world: Pick<RunnerWorld, 'db' | 'files' | 'texts'>,
  { table, tenantId, fileId, bytes, shape, mapping, country, language, required }: RowsWish,
  { folder, signal, errorsPath, onProgress }: RowsRun,
): Promise<ReadEnd> {
  const { db, texts } = world;
  const path = join(folder, 'file');
  const { content } = await openFile(world, { tenantId }, fileId);
  await pipeline(content, createWriteStream(path), { signal });
  const wish = { mapping: [...mapping], duplicates: 'update' as const, country, tag_ids: [], owner_id: null, language };
  const rules = await db.tenant({ tenantId }, (tx) => readRules(tx, texts, wish));
  await dropRows(db, table);
  await db.everyTenant('a place for the rows of a file', (tx) => createRowTable(tx, table, tenantId));
  const copy = await openCopyIn(db.pool, `copy ${table} (${STAGED_COLUMNS}) from stdin`);
  try {
    const end = await readInThread(
      {
        task: 'read',
        path,
        bytes,
        shape: shape.file,
        rules: { ...rules, required },
        titles: shape.columns.map(({ title }) => title),
        errorsPath,
        words: errorWords(texts, language),
      },
      async (batch) => {
        await copy.write(batch.copy);
        const rows = batch.part > 0 ? Math.max(batch.rows, Math.round(batch.rows / batch.part)) : batch.rows;
        onProgress({ rows, done: batch.rows, wrong: batch.wrong });
      },
      signal,
    );
    await copy.end();
    await db.everyTenant('the rows of a file are looked up by line and by number', async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx.as());
      await sql`alter table ${sql.table(table)} add primary key (line)`.execute(tx.as());
      await sql`create index on ${sql.table(table)} ((numbers[1]), line)`.execute(tx.as());
      await sql`analyze ${sql.table(table)}`.execute(tx.as());
    });
    return end;
  } finally {
    copy.abort();
  }
}

/** Rows that wait; null when there is no such table. A crash of the database empties it. */
export async function countRows(db: Db, table: string): Promise<number | null> {
  return db.everyTenant('whether a crash emptied the rows of a file', async (tx) => {
    const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null there`.execute(tx.as());
    if (!rows[0]!.there) return null;
    return (await sql<{ count: number }>`select count(*) count from ${sql.table(table)}`.execute(tx.as())).rows[0]!
      .count;
  });
}

export async function dropRows(db: Db, table: string): Promise<void> {
  await db.everyTenant('the rows of a file that is over', (tx) =>
    sql`drop table if exists ${sql.table(table)}`.execute(tx.as()),
  );
}

/** Tables of rows whose name begins so. */
export async function rowTables(db: Db, prefix: string): Promise<string[]> {
  return db.everyTenant('tables of rows that wait', async (tx) =>
    (
      await sql<{
        name: string;
      }>`select relname name from pg_class where relkind = 'r' and relname ~ ${`^${prefix}[0-9]+$`}`.execute(tx.as())
    ).rows.map(({ name }) => name),
  );
}
