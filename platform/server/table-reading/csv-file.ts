import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { csvRows, delimiterOf, newlineOf, type FileRow } from '#core/csv/csv-rows.ts';
import { cellText } from '#core/csv/formula-cell.ts';
import { encodingOf, type TextEncodingName } from '#core/csv/text-encoding.ts';
import { Unreadable } from './unreadable.ts';

/** How a file of separated values is read. */
export interface CsvShape {
  kind: 'csv';
  encoding: TextEncodingName;
  delimiter: string;
  newline: string;
}

const SAMPLE = 256 * 1024;
const CHUNK = 256 * 1024;
const LINE_MOST = 16 * 1024 * 1024;

/** Looks at the beginning of a file, and at all of it for what is no UTF-8. */
export async function csvShape(path: string): Promise<CsvShape> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0);
    const start = buffer.subarray(0, bytesRead);
    const guess = encodingOf(start, true);
    if (!guess) throw new Unreadable('importUnreadable');
    // The first letters that are no UTF-8 may come late.
    const foreign = guess === 'utf-8' ? await firstForeign(path) : null;
    const encoding = foreign ? (encodingOf(foreign, false) ?? 'windows-1252') : guess;
    const text = new TextDecoder(encoding).decode(start, { stream: true });
    return { kind: 'csv', encoding, delimiter: delimiterOf(text), newline: newlineOf(text) };
  } finally {
    await handle.close();
  }
}

/** The first lines that are no UTF-8; null when all are. */
async function firstForeign(path: string): Promise<Buffer | null> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK * 4 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    // No letter goes across the end of a line.
    const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d));
    if (end < 0 && bytes.length > LINE_MOST) return bytes;
    const whole = bytes.subarray(0, Math.max(end, 0));
    if (!isUtf8(whole)) return whole;
    rest = Buffer.from(bytes.subarray(Math.max(end, 0)));
  }
  return isUtf8(rest) ? null : rest;
}

/** The rows of a file, some at a time, with how much of it is behind them (0 to 1). */
export async function* csvFileRows(
  path: string,
  { encoding, delimiter, newline }: CsvShape,
  bytes: number,
): AsyncGenerator<{ rows: FileRow[]; part: number }> {
  const decoder = new TextDecoder(encoding);
  const reader = csvRows(delimiter, newline);
  let read = 0;
  let isFirst = true;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
    read += (chunk as Buffer).length;
    const rows = harmless(reader.push(decoder.decode(chunk as Buffer, { stream: true })));
    if (isFirst && rows.length > 0) {
      isFirst = false;
      // Spreadsheets are told the delimiter by a first line of its own.
      if (/^sep=/i.test(rows[0]!.cells.join('')) && rows[0]!.cells.length <= 2) rows.shift();
    }
    yield { rows, part: bytes === 0 ? 1 : read / bytes };
  }
  yield { rows: harmless([...reader.push(decoder.decode()), ...reader.end()]), part: 1 };
}

function harmless(rows: FileRow[]): FileRow[] {
  for (const { cells } of rows)
    for (let at = 0; at < cells.length; at += 1)
      if (cells[at]!.charCodeAt(0) === APOSTROPHE) cells[at] = cellText(cells[at]!);
  return rows;
}
const APOSTROPHE = 39;
