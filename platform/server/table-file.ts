import { dayOf } from '#core/calendar/day-range.ts';
import type { TableFileKind } from '#shared/endpoint.ts';
import { CSV_MEDIA_TYPE, csvOf, type Cell, type Row } from './csv.ts';
import { xlsx, XLSX_MEDIA_TYPE, type ColumnKind, type TableColumn } from './xlsx.ts';

export type { TableFileKind } from '#shared/endpoint.ts';
export type { Cell, Row } from './csv.ts';
export type { ColumnKind, TableColumn } from './xlsx.ts';

export const tableMediaTypes: Record<TableFileKind, string> = { csv: CSV_MEDIA_TYPE, xlsx: XLSX_MEDIA_TYPE };

/** A table people take with them. */
export interface TableFile {
  /** `[what, value]`: the filters used and the time zone of its moments. A sheet of its own in a workbook; a csv file is nothing but its table, and its name says what it can (`tableFileName`). */
  notes: readonly (readonly [string, Cell])[];
  columns: readonly TableColumn[];
  batches: AsyncIterable<readonly Row[]>;
  sheets: { table: string; notes: string };
  atMs: number;
}

/** What a table is about, as its name can say it. */
interface NamedTable {
  /** `call-records` */
  stem: string;
  zone: string;
  /** When it was asked for. */
  atMs: number;
  /** The first and the last day it tells of, where that is what it was asked for. */
  days?: readonly [string, string] | undefined;
}

/**
 * What a file is called. A workbook tells on a sheet of its own where its clocks stand and which days it is about; a csv file has no
 * room for that but in its name. Other filters stay out of it: they may name people.
 */
export function tableFileName(kind: TableFileKind, { stem, zone, atMs, days }: NamedTable): string {
  const today = dayOf(atMs, zone);
  if (kind !== 'csv') return `${stem}-${today}.${kind}`;
  return `${stem}-${days?.join('_') ?? today}_${zone.replaceAll('/', '-')}.csv`;
}

/** Writes a table piece by piece; its rows are read as slowly as the pieces are taken. */
export function tableFile(
  kind: TableFileKind,
  { notes, columns, batches, sheets, atMs }: TableFile,
): AsyncGenerator<Uint8Array> {
  if (kind === 'csv') return csvOf({ header: columns.map(({ title }) => title), batches: inWords(columns, batches) });
  const noteSheet = {
    name: sheets.notes,
    columns: [
      { title: sheets.notes, width: 30 },
      { title: '', width: 60 },
    ],
    batches: once(notes),
  };
  return xlsx([{ name: sheets.table, columns, batches }, ...(notes.length > 0 ? [noteSheet] : [])], atMs);
}

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

const turned: Partial<Record<ColumnKind, (day: string) => string>> = {
  dayFirst: (day) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`,
  monthFirst: (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
};

/** A workbook shows days in the order a column asks for; in a csv file they are written so. Null where cells are written as they are. */
export function inCsv({ kind = 'text' }: TableColumn): ((cell: Cell) => Cell) | null {
  const turn = turned[kind];
  return turn ? (cell) => (typeof cell === 'string' && /^\d{4}-\d\d-\d\d$/.test(cell) ? turn(cell) : cell) : null;
}

async function* inWords(
  columns: readonly TableColumn[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const turns = columns.flatMap((column, place) => {
    const turn = inCsv(column);
    return turn ? [{ place, turn }] : [];
  });
  if (turns.length === 0) {
    yield* batches;
    return;
  }
  for await (const rows of batches) {
    yield rows.map((row) => {
      const cells = [...row];
      for (const { place, turn } of turns) cells[place] = turn(cells[place]);
      return cells;
    });
  }
}
