import { sql } from 'kysely';
import type { z } from 'zod';
import type { DayOrder } from '../core/day-order.ts';
import type { GuessedColumn } from '../core/import-guess.ts';
import type { TenantTx } from '#platform/server/db/db.ts';
import type { Language } from '#shared/languages.ts';
import {
  IMPORT_PROGRESS,
  type CustomerImport,
  type DuplicateRule,
  type ImportState,
  type WrongRow,
} from '../contract.ts';
import type { FileShape } from './reading/file-rows.ts';

type State = z.infer<typeof ImportState>;

/** What `check` was asked. */
export interface ImportWish {
  mapping: { column: number; field: string; days?: DayOrder | undefined }[];
  duplicates: DuplicateRule;
  country: string;
  tag_ids: number[];
  owner_id: number | null;
  /** Of the file of wrong rows. */
  language: Language;
}

export interface ImportShape {
  file: FileShape;
  columns: GuessedColumn[];
  encoding: string;
  delimiter: string;
}

/** An import as the database has it. */
export interface ImportRow {
  id: number;
  tenant_id: number;
  user_id: number;
  author: string;
  file_name: string;
  file_id: number | null;
  bytes: number;
  shape: ImportShape;
  wish: ImportWish | null;
  state: State;
  rows: number | null;
  done: number;
  staged: number;
  added: number;
  updated: number;
  skipped: number;
  wrong: number;
  reason: string;
  attempts: number;
  error_file_id: number | null;
  created_at: string;
  finished_at: string | null;
}

type Change = Partial<
  Pick<
    ImportRow,
    | 'file_id'
    | 'wish'
    | 'state'
    | 'rows'
    | 'done'
    | 'staged'
    | 'added'
    | 'updated'
    | 'skipped'
    | 'wrong'
    | 'reason'
    | 'attempts'
    | 'error_file_id'
  >
> & { isOver?: true; wrongRows?: readonly WrongRow[] };

const columns = sql`id, tenant_id, user_id, author, file_name, file_id, bytes, shape, wish, state, rows, done, staged, added, updated, skipped, wrong, reason, attempts, error_file_id, created_at, finished_at`;

/** The imports of one tenant. */
export function importsRepo(tx: TenantTx) {
  const rows = tx.as<never>();
  return {
    async add(
      one: Pick<ImportRow, 'user_id' | 'author' | 'file_name' | 'file_id' | 'bytes' | 'shape' | 'rows'>,
    ): Promise<ImportRow> {
      return (
        await sql<ImportRow>`
        insert into customer_import (user_id, author, file_name, file_id, bytes, shape, rows)
        values (${one.user_id}, ${one.author}, ${one.file_name}, ${one.file_id}, ${one.bytes}, ${JSON.stringify(one.shape)}::jsonb, ${one.rows}) returning ${columns}`.execute(
          rows,
        )
      ).rows[0]!;
    },
    async find(id: number): Promise<ImportRow | undefined> {
      return (await sql<ImportRow>`select ${columns} from customer_import where id = ${id}`.execute(rows)).rows[0];
    },
    async wrongRows(id: number): Promise<WrongRow[]> {
      const { rows: found } = await sql<{
        wrong_rows: WrongRow[];
      }>`select wrong_rows from customer_import where id = ${id}`.execute(rows);
      return found[0]?.wrong_rows ?? [];
    },
    async latest(most: number): Promise<ImportRow[]> {
      return (await sql<ImportRow>`select ${columns} from customer_import order by id desc limit ${most}`.execute(rows))
        .rows;
    },
    /** Those that are not over, and those of which a file is kept. */
    async withFiles(): Promise<ImportRow[]> {
      return (
        await sql<ImportRow>`select ${columns} from customer_import where file_id is not null or error_file_id is not null or finished_at is null order by id for update`.execute(
          rows,
        )
      ).rows;
    },
    /** Changes an import that is in one of these states; undefined when it has moved on. */
    async change(
      id: number,
      from: readonly State[],
      { isOver, wish, wrongRows, ...values }: Change,
    ): Promise<ImportRow | undefined> {
      const sets = [
        ...Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
        ...(wish === undefined ? [] : [sql`wish = ${JSON.stringify(wish)}::jsonb`]),
        // Wrong rows that are shown go with the file that has all of them.
        ...(wrongRows || values.error_file_id === null
          ? [sql`wrong_rows = ${JSON.stringify(wrongRows ?? [])}::jsonb`]
          : []),
        ...(isOver ? [sql`finished_at = now()`] : []),
      ];
      return (
        await sql<ImportRow>`update customer_import set ${sql.join([...sets, sql`changed_at = now()`])} where id = ${id} and state = any(${from}) returning ${columns}`.execute(
          rows,
        )
      ).rows[0];
    },
  };
}

/** As people see it. */
export const shownImport = ({
  id,
  file_name,
  state,
  rows,
  done,
  added,
  updated,
  skipped,
  wrong,
  author,
  created_at,
  finished_at,
  reason,
}: ImportRow): CustomerImport => ({
  id,
  file_name,
  state,
  rows,
  done,
  added,
  updated,
  skipped,
  wrong,
  author,
  created_at,
  finished_at,
  reason,
});

/** Tells whoever imports where it stands. */
export const pushToImporter = (tx: TenantTx, row: ImportRow): Promise<void> =>
  tx.push({ kind: IMPORT_PROGRESS, body: shownImport(row), to: { userId: row.user_id } });
