import type { FileRow } from '#core/csv/csv-rows.ts';
import { openStrings, type Strings } from './shared-strings.ts';
import { attribute, elementsOf, textOf } from './sheet-xml.ts';
import { dateStyles, serialText } from './sheet-dates.ts';
import { Unreadable } from './unreadable.ts';
import { openZip } from './zip-file.ts';

/** Which sheet of a workbook is read, and how. */
export interface XlsxShape {
  kind: 'xlsx';
  /** Path inside the archive. */
  sheet: string;
}

/** A row longer than this, or a part that should be small and is not, is no table of ours. */
const ROW_MOST = 8 * 1024 * 1024;
const PART_MOST = 32 * 1024 * 1024;
/** Cells further to the right are left out: one more than any reader takes, so that it can say there are too many. */
const COLUMNS_MOST = 501;
/** More than a million full rows take; beyond it an archive is made to keep us busy. */
const SHEET_MOST = 8 * 1024 ** 3;

/** An open workbook. */
export interface Workbook {
  /** Paths of the sheets people see, in their order. */
  sheets: string[];
  /**
   * Rows of a sheet, some at a time, with how much of it is behind them (0 to 1). With `few` rows in mind only those shared strings are
   * loaded that they use.
   */
  rows(sheet: string, few?: number): AsyncGenerator<{ rows: FileRow[]; part: number }>;
}

/** Opens a workbook (ECMA-376) for reading row by row; only the strings its cells share are kept in memory, packed. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const zip = await openZip(path);
  const small = async (name: string): Promise<string> => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of zip.read(name) ?? []) {
      bytes += piece.length;
      if (bytes > PART_MOST) throw new Unreadable('importUnreadable');
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  };
  const book = await small('xl/workbook.xml');
  const links = new Map(
    elementsOf(await small('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ head }) => [
      attribute(head, 'Id'),
      attribute(head, 'Target'),
    ]),
  );
  const pathOf = (target: string): string =>
    target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
  const sheets = elementsOf(book, 'sheet')
    .filter(({ head }) => !/hidden/i.test(attribute(head, 'state') ?? ''))
    .map(({ head }) => pathOf(links.get(attribute(head, 'r:id') ?? attribute(head, 'id')) ?? ''))
    .filter((name) => zip.entries.has(name));
  if (sheets.length === 0) throw new Unreadable('importUnreadable');
  const dates = dateStyles(await small('xl/styles.xml'));
  const from1904 = /date1904="(?:1|true)"/.test(book);
  const stringsName = [...zip.entries.keys()].find((name) => /^xl\/sharedStrings\.xml$/i.test(name));
  let all: Strings | null = null;

  async function* rows(sheet: string, few?: number): AsyncGenerator<{ rows: FileRow[]; part: number }> {
    const raw = rawRows(zip.read(sheet)!, zip.entries.get(sheet)!.bytes);
    if (few === undefined) {
      all ??= await openStrings(stringsName ? zip.read(stringsName)! : [], Infinity);
      for await (const { segments, part } of raw)
        yield { rows: segments.map((segment) => readRow(segment, all!)), part };
      return;
    }
    const kept: RawRow[] = [];
    for await (const { segments } of raw) {
      kept.push(...segments);
      if (kept.length >= few) break;
    }
    const used = kept.slice(0, few);
    const highest = Math.max(
      -1,
      ...used.flatMap(({ xml }) =>
        [...xml.matchAll(/ t="s"[^>]*>\s*<(?:\w+:)?v>(\d+)/g)].map(([, index]) => Number(index)),
      ),
    );
    const strings = await openStrings(stringsName ? zip.read(stringsName)! : [], highest + 1);
    yield { rows: used.map((segment) => readRow(segment, strings)), part: kept.length > few ? 0 : 1 };
  }

  function readRow({ line, xml }: RawRow, strings: Strings): FileRow {
    const cells: string[] = [];
    let column = -1;
    CELL.lastIndex = 0;
    for (let found = CELL.exec(xml); found; found = CELL.exec(xml)) {
      const [, head = '', body] = found;
      column = columnOf(attribute(head, 'r')) ?? column + 1;
      if (column >= COLUMNS_MOST) continue;
      const text = body === undefined ? '' : cellText(head, body, strings);
      while (cells.length < column) cells.push('');
      cells[column] = text;
    }
    return { line, cells };
  }

  function cellText(head: string, body: string, strings: Strings): string {
    const type = attribute(head, 't') ?? 'n';
    if (type === 'inlineStr') return textOf(body);
    const begin = body.indexOf('<v');
    const value =
      begin >= 0 ? body.slice(body.indexOf('>', begin) + 1, body.indexOf('</', begin)) : (VALUE.exec(body)?.[1] ?? '');
    if (value === '') return '';
    switch (type) {
      case 's':
        return strings.at(Number(value));
      case 'b':
        return value === '1' ? 'TRUE' : 'FALSE';
      case 'n': {
        const number = Number(value);
        if (!Number.isFinite(number)) return value;
        const style = attribute(head, 's');
        return style !== null && dates.has(Number(style)) ? serialText(number, from1904) : plainNumber(number);
      }
      case 'd':
        return value.replace('T', ' ').replace(/Z$|\.\d+$/, '');
      default:
        return textOf(`<t>${value}</t>`);
    }
  }

  return { sheets, rows };
}

const CELL = /<(?:\w+:)?c(?=[\s>/])([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g;
const VALUE = /<\w+:v[^>]*>([^<]*)</;

interface RawRow {
  line: number;
  xml: string;
}

/** The rows of a sheet as they stand in its XML. */
async function* rawRows(
  pieces: AsyncIterable<Buffer>,
  bytes: number,
): AsyncGenerator<{ segments: RawRow[]; part: number }> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let read = 0;
  let line = 0;
  for await (const piece of pieces) {
    read += piece.length;
    if (read > SHEET_MOST) throw new Unreadable('importUnreadable');
    rest += decoder.decode(piece, { stream: true });
    const segments: RawRow[] = [];
    let at = 0;
    for (;;) {
      ROW.lastIndex = at;
      const begin = ROW.exec(rest);
      if (!begin) break;
      const [whole, prefix = '', head = '', isEmpty] = begin;
      const before = line;
      // Numbers of rows only grow, whatever a file says.
      line = Math.max(before + 1, Number(attribute(head, 'r') ?? 0) || 0);
      if (isEmpty) {
        at = begin.index + whole.length;
        continue;
      }
      const closing = `</${prefix}row>`;
      const end = rest.indexOf(closing, begin.index);
      if (end < 0) {
        // Counted again when its end is there.
        line = before;
        at = begin.index;
        break;
      }
      segments.push({ line, xml: rest.slice(begin.index + whole.length, end) });
      at = end + closing.length;
    }
    // What is before the first row, or behind the last, is not needed; a tag may be cut off at the end.
    rest = at > 0 ? rest.slice(at) : rest.includes('<row') || rest.includes(':row') ? rest : rest.slice(-200);
    if (rest.length > ROW_MOST) throw new Unreadable('importUnreadable');
    const isOver = /<\/(?:\w+:)?sheetData>/.test(rest);
    yield { segments, part: isOver ? 1 : bytes === 0 ? 0 : Math.min(1, read / bytes) };
    if (isOver) return;
  }
}
const ROW = /<(\w+:)?row(?=[\s>/])([^>]*?)(\/)?>/g;

/** 2 of `C12`. */
function columnOf(place: string | null): number | null {
  if (place === null) return null;
  let column = 0;
  for (let at = 0; at < place.length; at += 1) {
    const letter = place.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column === 0 ? null : column - 1;
}

/** Whole numbers with all their digits, others without the dust of binary fractions: `525551234567`, not `5.25551E+11`. */
function plainNumber(number: number): string {
  if (Number.isInteger(number)) return Math.abs(number) < 1e21 ? String(number) : number.toFixed(0);
  const rounded = Number(number.toPrecision(15));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(15).replace(/0+$/, '') : text;
}
