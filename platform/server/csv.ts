import { harmlessCell } from '#core/csv/formula-cell.ts';

/** What a cell may hold. A moment comes as text, already written in the reader's zone. */
export type Cell = string | number | boolean | null | undefined;

export interface CsvFile {
  /** First lines of the file, `[what, value]`: the filters used and the time zone of its moments. */
  notes?: readonly (readonly Cell[])[];
  header: readonly string[];
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
}

export const CSV_MEDIA_TYPE = 'text/csv; charset=utf-8';

const BOM = '\uFEFF';
const CHUNK_CHARACTERS = 65_536;

/**
 * Writes a CSV file piece by piece: UTF-8 with byte order mark, RFC 4180 quoting and line ends. Text that a
 * spreadsheet would run as a formula gets a leading apostrophe; figures given as numbers stay figures.
 */
export async function* csv({ notes = [], header, rows }: CsvFile): AsyncGenerator<Uint8Array> {
  let pending = BOM + [...notes, header].map(line).join('');
  for await (const row of rows) {
    pending += line(row);
    if (pending.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(pending);
    pending = '';
  }
  if (pending !== '') yield Buffer.from(pending);
}

const line = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`;

function field(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = harmlessCell(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
