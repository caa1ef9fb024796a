import type { FileRow } from '#core/csv/csv-rows.ts';
import { guessColumns, headRow, type GuessedColumn, type NamedField } from '../../core/import-guess.ts';
import { takesSeveral } from '../../core/import-fields.ts';
import { IMPORT_COLUMNS_MOST, IMPORT_ROWS_MOST } from '../../core/import-limits.ts';
import { csvFileRows, csvShape, type CsvShape } from '#platform/server/table-reading/csv-file.ts';
import { Unreadable } from '#platform/server/table-reading/unreadable.ts';
import { openWorkbook, type XlsxShape } from '#platform/server/table-reading/xlsx-file.ts';

/** How a file is read; its rows begin behind `headLine`. */
export type FileShape = (CsvShape | XlsxShape) & { headLine: number };

/** What is known of a file before anybody says what its columns become. */
export interface Peeked {
  shape: FileShape;
  columns: GuessedColumn[];
  encoding: string;
  delimiter: string;
  /** Null for a workbook too large to count. */
  rows: number | null;
}

export interface PeekWish {
  path: string;
  bytes: number;
  isWorkbook: boolean;
  country: string;
  /** Fields of the tenant by their names. */
  named: readonly NamedField[];
}

/** Rows that are looked at before anybody says what the columns are. */
const PEEKED_ROWS = 200;

const isBlank = ({ cells }: FileRow): boolean => cells.every((cell) => cell.trim() === '');

/** Looks at a file: what its columns are, how it is written, how many rows it has. Files beyond the limits are refused here. */
export async function peekFile({ path, bytes, isWorkbook, country, named }: PeekWish): Promise<Peeked> {
  const { raw, first } = isWorkbook ? await peekWorkbook(path, named) : await peekCsv(path, bytes);
  const head = headRow(
    first.map(({ cells }) => cells),
    named,
  );
  const shape: FileShape = { ...raw, headLine: first[head]?.line ?? 0 };
  const rows = first
    .slice(head + 1)
    .filter((row) => !isBlank(row))
    .map(({ cells }) => cells);
  if (rows.length === 0) throw new Unreadable('importEmpty');
  const titles = first[head]?.cells ?? [];
  if (Math.max(titles.length, ...rows.map((cells) => cells.length)) > IMPORT_COLUMNS_MOST)
    throw new Unreadable('importTooManyColumns');
  return {
    shape,
    columns: guessColumns(titles, rows, { named, country, takesSeveral }),
    encoding: shape.kind === 'csv' ? shape.encoding : 'xlsx',
    delimiter: shape.kind === 'csv' ? shape.delimiter : '',
    rows: shape.kind === 'csv' ? await countRows(path, shape, bytes) : first.length < PEEKED_ROWS ? rows.length : null,
  };
}

async function peekCsv(path: string, bytes: number): Promise<{ raw: CsvShape; first: FileRow[] }> {
  const raw = await csvShape(path);
  const first: FileRow[] = [];
  for await (const { rows } of csvFileRows(path, raw, bytes)) {
    first.push(...rows.slice(0, PEEKED_ROWS - first.length));
    if (first.length >= PEEKED_ROWS) break;
  }
  return { raw, first };
}

/** Of several sheets the one that looks most like a table of customers. */
async function peekWorkbook(path: string, named: readonly NamedField[]): Promise<{ raw: XlsxShape; first: FileRow[] }> {
  const book = await openWorkbook(path);
  let best: { raw: XlsxShape; first: FileRow[]; known: number } | null = null;
  for (const sheet of book.sheets.slice(0, SHEETS_MOST)) {
    const first: FileRow[] = [];
    for await (const { rows } of book.rows(sheet, PEEKED_ROWS)) first.push(...rows);
    const head = headRow(
      first.map(({ cells }) => cells),
      named,
    );
    const known =
      first.length === 0
        ? -1
        : guessColumns(
            first[head]?.cells ?? [],
            first.slice(head + 1).map(({ cells }) => cells),
            { named, country: '', takesSeveral },
          ).filter(({ guess }) => guess !== null).length;
    if (!best || known > best.known) best = { raw: { kind: 'xlsx', sheet }, first, known };
  }
  return best!;
}
const SHEETS_MOST = 10;

async function countRows(path: string, shape: FileShape & CsvShape, bytes: number): Promise<number> {
  let count = 0;
  for await (const { rows } of dataRows(path, shape, bytes)) {
    count += rows.length;
    if (count > IMPORT_ROWS_MOST) throw new Unreadable('importTooManyRows');
  }
  return count;
}

/** The rows below the head that hold anything, some at a time, with how much of the file is behind them (0 to 1). */
export async function* dataRows(
  path: string,
  shape: FileShape,
  bytes: number,
): AsyncGenerator<{ rows: FileRow[]; part: number }> {
  const source = shape.kind === 'csv' ? csvFileRows(path, shape, bytes) : (await openWorkbook(path)).rows(shape.sheet);
  for await (const { rows, part } of source)
    yield { rows: rows.filter((row) => row.line > shape.headLine && !isBlank(row)), part };
}
