import { harmlessCell } from '#core/csv/formula-cell.ts';

/** What a cell may hold. A moment comes as text, already written in the reader's zone. */
export type Cell = string | number | boolean | null | undefined;
export type Row = readonly Cell[];

interface CsvHead {
  header: readonly string[];
}

export interface CsvFile extends CsvHead {
  rows: AsyncIterable<Row> | Iterable<Row>;
}

export const CSV_MEDIA_TYPE = 'text/csv; charset=utf-8';

const BOM = '\uFEFF';
/** Began lines before the heading in files of earlier versions, which people may still bring. */
const NOTE = '# ';
const ROWS_TOGETHER = 500;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Writes a CSV file piece by piece: UTF-8 with byte order mark, RFC 4180 quoting and line ends. Text that a
 * spreadsheet would run as a formula gets a leading apostrophe; figures given as numbers stay figures.
 */
export const csv = ({ rows, ...head }: CsvFile): AsyncGenerator<Uint8Array> =>
  csvOf({ ...head, batches: together(rows) });

/** The same from rows that come many at a time, which is faster: a million of them are a million fewer waits. */
export async function* csvOf({
  header,
  batches,
}: CsvHead & { batches: AsyncIterable<readonly Row[]> }): AsyncGenerator<Uint8Array> {
  yield csvHead({ header });
  for await (const rows of batches) if (rows.length > 0) yield lines(rows);
}

/** What stands before the rows: byte order mark and heading. */
export const csvHead = ({ header }: CsvHead): Uint8Array => Buffer.concat([Buffer.from(BOM), lines([header])]);

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

/** Whether a line stood before the heading of a file of ours: filters and zone, no customer. */
export const isNote = (firstCell: string | undefined): boolean => firstCell?.startsWith(NOTE) ?? false;

/** At most so many bytes for one letter of text in UTF-8, and for what may be put around it. */
const BYTES_MOST = 3;
const AROUND = 8;

/** Written byte by byte, which takes half the time that joining texts takes. Cells that are not plain go the long way. */
function lines(rows: readonly Row[]): Buffer {
  let bytes = Buffer.allocUnsafe(Math.max(256, rows.length * 160));
  let at = 0;
  const makeRoom = (letters: number): void => {
    const wanted = at + letters * BYTES_MOST + AROUND;
    if (wanted <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(wanted, bytes.length * 2));
    bytes.copy(larger, 0, 0, at);
    bytes = larger;
  };
  for (const cells of rows) {
    for (let place = 0; place < cells.length; place += 1) {
      if (place > 0) bytes[at++] = COMMA;
      const cell = cells[place];
      if (cell === null || cell === undefined || cell === '') continue;
      const text = typeof cell === 'string' ? cell : String(cell);
      makeRoom(text.length);
      const end = plainCell(text, typeof cell === 'string', bytes, at);
      if (end > 0) at = end;
      else {
        const whole = field(text);
        makeRoom(whole.length);
        at += bytes.write(whole, at);
      }
    }
    makeRoom(0);
    bytes[at++] = RETURN;
    bytes[at++] = NEW_LINE;
  }
  return bytes.subarray(0, at);
}

const [NEW_LINE, RETURN, QUOTE, APOSTROPHE, PLUS, COMMA, MINUS, ZERO, NINE, EQUALS, AT] = [
  10, 13, 34, 39, 43, 44, 45, 48, 57, 61, 64,
];
const [TWO_BYTES, THREE_BYTES, SURROGATES, AFTER_SURROGATES, WIDE] = [0x80, 0x800, 0xd800, 0xe000, 0xff00];

/** Writes a cell that needs no quotes and is no riddle; answers where it ends, 0 when it has to go the long way. */
function plainCell(text: string, isText: boolean, bytes: Buffer, from: number): number {
  let at = from;
  const first = text.charCodeAt(0);
  if (isText && (first <= AT ? first < ZERO || first > NINE : first >= WIDE)) {
    if (first !== PLUS && first !== MINUS && first !== EQUALS && first !== AT) return 0;
    bytes[at++] = APOSTROPHE;
  }
  for (let place = 0; place < text.length; place += 1) {
    const letter = text.charCodeAt(place);
    if (letter < TWO_BYTES) {
      if (letter <= COMMA && (letter === COMMA || letter === QUOTE || letter === NEW_LINE || letter === RETURN))
        return 0;
      bytes[at++] = letter;
    } else if (letter < THREE_BYTES) {
      bytes[at++] = 0xc0 | (letter >> 6);
      bytes[at++] = 0x80 | (letter & 0x3f);
    } else {
      if (letter >= SURROGATES && letter < AFTER_SURROGATES) return 0;
      bytes[at++] = 0xe0 | (letter >> 12);
      bytes[at++] = 0x80 | ((letter >> 6) & 0x3f);
      bytes[at++] = 0x80 | (letter & 0x3f);
    }
  }
  return at;
}

/** A cell as a csv file holds it, harmless and quoted where it must be. */
export const csvCell = (cell: Cell): string =>
  typeof cell === 'string' ? field(cell) : cell === null || cell === undefined ? '' : String(cell);

function field(cell: string): string {
  const text = harmlessCell(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
