import type { FileRow } from '#core/csv/csv-rows.ts';
import { numberPlace, rowNumber, type NumberPlace } from '../../core/row-number.ts';
import { csvFileRows, csvShape } from '#platform/server/table-reading/csv-file.ts';
import { Unreadable } from '#platform/server/table-reading/unreadable.ts';
import { openWorkbook } from '#platform/server/table-reading/xlsx-file.ts';

/** A file that is a list of numbers and nothing else we want. */
export interface NumbersWish {
  path: string;
  bytes: number;
  isWorkbook: boolean;
  /** Of numbers without a country's code. */
  country: string;
  /** Rows beyond which the file is refused. */
  rowsMost: number;
}

/** How far it is; `numbers` are those of the rows just read. */
export interface NumberRows {
  numbers: string[];
  rows: number;
  wrong: number;
  part: number;
}

const LOOKED_AT = 200;

/** The numbers of a file, some at a time. Every sheet of a workbook is read, each with its numbers where they stand there. */
export async function* fileNumbers(wish: NumbersWish): AsyncGenerator<NumberRows> {
  const { country, rowsMost } = wish;
  let [rows, wrong, found] = [0, 0, 0];
  for await (const sheet of sheetsOf(wish)) {
    let place: NumberPlace | null = null;
    let isHead = true;
    for await (const { rows: read, part } of sheet) {
      const some = read.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
      place ??= numberPlace(
        some.slice(0, LOOKED_AT).map(({ cells }) => cells),
        country,
      );
      const numbers: string[] = [];
      for (const { cells } of some) {
        const number = place === null ? null : rowNumber(cells, place, country);
        if (number !== null) numbers.push(number);
        // The first row may say what stands below it.
        else if (!isHead) wrong += 1;
        if (number !== null || !isHead) rows += 1;
        isHead = false;
      }
      if (rows > rowsMost) throw new Unreadable('numbersTooMany');
      found += numbers.length;
      yield { numbers, rows, wrong, part };
    }
  }
  if (found === 0) throw new Unreadable('numbersMissing');
}

type Rows = AsyncGenerator<{ rows: FileRow[]; part: number }>;

async function* sheetsOf({ path, bytes, isWorkbook }: NumbersWish): AsyncGenerator<Rows> {
  if (!isWorkbook) return yield csvFileRows(path, await csvShape(path), bytes);
  const book = await openWorkbook(path);
  for (const [place, sheet] of book.sheets.entries()) yield within(book.rows(sheet), place, book.sheets.length);
}

/** How much of a sheet is behind us, as a part of all of them. */
async function* within(rows: Rows, place: number, sheets: number): Rows {
  for await (const { rows: some, part } of rows) yield { rows: some, part: (place + part) / sheets };
}
