import type { FileRow } from '#core/csv/csv-rows.ts';
import { isNote } from '../csv.ts';
import { Failure } from '#shared/errors.ts';
import { csvFileRows, csvShape } from './csv-file.ts';
import { Unreadable } from './unreadable.ts';
import { openWorkbook } from './xlsx-file.ts';

/** The rows of a small table, of a workbook its first sheet, without empty ones and without the notes our own files begin with. Refused with more than `most`. */
export async function tableRows(
  { path, bytes, isWorkbook }: { path: string; bytes: number; isWorkbook: boolean },
  most: number,
): Promise<FileRow[]> {
  const found: FileRow[] = [];
  try {
    for await (const { rows } of isWorkbook ? firstSheet(path) : csvFileRows(path, await csvShape(path), bytes)) {
      found.push(...rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '') && !isNote(cells[0])));
      if (found.length > most) throw new Unreadable('importTooManyRows');
    }
  } catch (thrown) {
    throw thrown instanceof Unreadable ? new Failure(thrown.failure) : thrown;
  }
  return found;
}

async function* firstSheet(path: string) {
  const book = await openWorkbook(path);
  const [sheet] = book.sheets;
  if (sheet === undefined) throw new Unreadable('importUnreadable');
  yield* book.rows(sheet);
}
