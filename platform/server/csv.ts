import { harmlessCell } from '#core/csv/formula-cell.ts';

/** What a cell may hold. A moment comes as text, already written in the reader's zone. */
export type Cell = string | number | boolean | null | undefined;
export type Row = readonly Cell[];

interface CsvHead {
  /** First lines of the file, `[what, value]`: the filters used and the time zone of its moments. */
  notes?: readonly Row[];
  header: readonly string[];
}

export interface CsvFile extends CsvHead {
  rows: AsyncIterable<Row> | Iterable<Row>;
}

export const CSV_MEDIA_TYPE = 'text/csv; charset=utf-8';

const BOM = '\uFEFF';
/** Begins the lines before the heading, so that whoever reads the file again can tell them from it. */
const NOTE = '# ';
const ROWS_TOGETHER = 500;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Writes a CSV file piece by piece: UTF-8 with byte order mark, RFC 4180 quoting and line ends. Text that a
 * spreadsheet would run as a formula gets a leading apostrophe; figures given as numbers stay figures.
 */
export const csv = ({ rows, ...head }: CsvFile): AsyncGenerator<Uint8Array> => csvOf({ ...head, batches: together(rows) });

/** The same from rows that come many at a time, which is faster: a million of them are a million fewer waits. */
export async function* csvOf({ notes = [], header, batches }: CsvHead & { batches: AsyncIterable<readonly Row[]> }): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BOM + lines([...notes.map(([what, ...rest]) => [`${NOTE}${String(what)}`, ...rest]), header]));
  for await (const rows of batches) if (rows.length > 0) yield Buffer.from(lines(rows));
}

async function* together(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_TOGETHER) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Whether a line stands before the heading of one of our files: filters and zone, no customer. */
export const isNote = (firstCell: string | undefined): boolean => firstCell?.startsWith(NOTE) ?? false;

function lines(rows: readonly Row[]): string {
  let text = '';
  for (const cells of rows) {
    for (let place = 0; place < cells.length; place += 1) text += place === 0 ? field(cells[0]) : `,${field(cells[place])}`;
    text += '\r\n';
  }
  return text;
}

function field(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell);
  if (cell === '') return cell;
  const text = mayStartFormula(cell.charCodeAt(0)) ? harmlessCell(cell) : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const CAPITAL_A = 0x41;
const WIDE = 0xff00;
/** Most cells begin with a letter: those need no further look. */
const mayStartFormula = (first: number): boolean => first < CAPITAL_A || first >= WIDE;
