import { zip, type ZipEntry } from './zip.ts';
import type { Cell, Row } from './csv.ts';

export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a column holds. Days and moments come as `YYYY-MM-DD` and `YYYY-MM-DD HH:mm:ss`, times as `HH:mm:ss`, and become what a spreadsheet can count with. */
export type ColumnKind = 'text' | 'number' | 'price' | 'moment' | 'day' | 'dayFirst' | 'monthFirst' | 'time';

export interface TableColumn {
  title: string;
  kind?: ColumnKind;
  /** In letters. */
  width?: number;
}

export interface Sheet {
  name: string;
  columns: readonly TableColumn[];
  batches: AsyncIterable<readonly Row[]>;
}

/** A sheet has no more rows, a cell no more letters. */
const ROWS_MOST = 1_048_576;
const LETTERS_MOST = 32_767;
const USUAL_WIDTH = 16;
const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets is 30 December 1899. */
const DAYS_BEFORE_1970 = 25_569;

/** Places in `cellXfs` below. */
const styles: Record<ColumnKind | 'heading', number> = {
  text: 1,
  heading: 2,
  moment: 3,
  day: 4,
  dayFirst: 5,
  monthFirst: 6,
  time: 7,
  number: 8,
  price: 9,
};

/** Writes a workbook piece by piece. A table with more rows than a sheet may have goes on in the next one. */
export const xlsx = (sheets: readonly Sheet[], atMs: number, rowsMost = ROWS_MOST): AsyncGenerator<Uint8Array> =>
  zip(parts(sheets, rowsMost), { atMs });

async function* parts(sheets: readonly Sheet[], rowsMost: number): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  yield { name: '[Content_Types].xml', content: Buffer.from(contentTypes) };
  yield { name: '_rels/.rels', content: Buffer.from(rootRelations) };
  yield { name: 'xl/styles.xml', content: Buffer.from(styleSheet) };
  for (const sheet of sheets) {
    const rows = sheet.batches[Symbol.asyncIterator]();
    try {
      for (let left: readonly Row[] | null = [], part = 1; left !== null; part += 1) {
        const end = { left: null as readonly Row[] | null };
        yield {
          name: `xl/worksheets/sheet${names.push(sheetName(sheet.name, part))}.xml`,
          content: sheetXml(sheet.columns, rows, rowsMost, left, end),
        };
        left = end.left;
      }
    } finally {
      await rows.return?.();
    }
  }
  yield { name: 'xl/workbook.xml', content: Buffer.from(workbook(names)) };
  yield { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(workbookRelations(names.length)) };
}

/** One sheet, beginning with rows the sheet before had no room for; `end.left` are those this one has none for. */
async function* sheetXml(
  columns: readonly TableColumn[],
  rows: AsyncIterator<readonly Row[]>,
  rowsMost: number,
  first: readonly Row[],
  end: { left: readonly Row[] | null },
): AsyncGenerator<Uint8Array> {
  const letters = columns.map((_, place) => columnLetters(place));
  const kinds = columns.map(({ kind = 'text' }) => kind);
  const widths = columns
    .map(
      ({ width = USUAL_WIDTH }, place) =>
        `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1" style="${styles[kinds[place]!]}"/>`,
    )
    .join('');
  yield Buffer.from(
    `${declaration}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
      `<cols>${widths}</cols><sheetData><row r="1">${columns.map(({ title }, place) => textCell(letters[place]!, 1, styles.heading, title)).join('')}</row>`,
  );
  let used = 1;
  for (let batch: readonly Row[] = first; ;) {
    const fitting = Math.min(batch.length, rowsMost - used);
    let xml = '';
    for (let index = 0; index < fitting; index += 1) {
      const number = used + index + 1;
      xml += `<row r="${number}">`;
      const cells = batch[index]!;
      for (let place = 0; place < cells.length; place += 1)
        xml += cellXml(letters[place]!, number, kinds[place]!, cells[place]);
      xml += '</row>';
    }
    if (xml !== '') yield Buffer.from(xml);
    used += fitting;
    if (fitting < batch.length) {
      end.left = batch.slice(fitting);
      break;
    }
    const { done, value } = await rows.next();
    if (done) break;
    batch = value;
  }
  yield Buffer.from('</sheetData></worksheet>');
}

function cellXml(letters: string, row: number, kind: ColumnKind, cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '';
  if (typeof cell === 'number')
    return Number.isFinite(cell)
      ? `<c r="${letters}${row}" s="${styles[kind === 'price' ? 'price' : 'number']}"><v>${cell}</v></c>`
      : '';
  if (typeof cell === 'boolean') return `<c r="${letters}${row}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const serial = kind === 'text' || kind === 'number' || kind === 'price' ? null : serialOf(cell, kind);
  return serial === null
    ? textCell(letters, row, styles.text, cell)
    : `<c r="${letters}${row}" s="${styles[kind]}"><v>${serial}</v></c>`;
}

const textCell = (letters: string, row: number, style: number, text: string): string =>
  `<c r="${letters}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const MOMENT = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;
const TIME = /^\d\d:\d\d:\d\d$/;
/** 1900 has a 29 February in spreadsheets, so days before March 1900 cannot be told. */
const EARLIEST_DAY = 61;

/** Days since day 0; null for what is no day or time after all. */
function serialOf(text: string, kind: ColumnKind): number | null {
  if (kind === 'time')
    return TIME.test(text) ? digits(text, 0) / 24 + digits(text, 3) / 1_440 + digits(text, 6) / 86_400 : null;
  if (!MOMENT.test(text)) return null;
  const day =
    Date.UTC(digits(text, 0) * 100 + digits(text, 2), digits(text, 5) - 1, digits(text, 8)) / DAY_MS + DAYS_BEFORE_1970;
  if (!(day >= EARLIEST_DAY)) return null;
  return text.length === 10
    ? day
    : day + (digits(text, 11) * 3_600 + digits(text, 14) * 60 + digits(text, 17)) / 86_400;
}

const ZERO = 48;
const digits = (text: string, at: number): number => (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;

// `_x0007_` is how spreadsheets write what XML cannot hold; text that looks so already has its first letter written so.
const SPECIAL = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/;
const SPECIALS = new RegExp(SPECIAL, 'g');
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function xmlText(text: string): string {
  const fitting = text.length > LETTERS_MOST ? text.slice(0, LETTERS_MOST) : text;
  return SPECIAL.test(fitting)
    ? fitting.replace(
        SPECIALS,
        (found) => named[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
      )
    : fitting;
}

const attribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;');

function columnLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last;
}

/** At most 31 letters, without those that mean something in a reference. */
function sheetName(name: string, part: number): string {
  const ending = part === 1 ? '' : ` ${part}`;
  return (name.replace(/[[\]:*?/\\']/g, ' ').trim() || 'Sheet').slice(0, 31 - ending.length) + ending;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// Sheets are what is meant by "xml" unless said: how many there will be is not known yet.
const contentTypes = `${declaration}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${KIND}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/></Types>`;
const rootRelations = `${declaration}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const workbook = (names: readonly string[]): string =>
  `${declaration}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, place) => `<sheet name="${attribute(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`).join('')}</sheets></workbook>`;
const workbookRelations = (count: number): string =>
  `${declaration}<Relationships xmlns="${PACKAGE}/relationships">${Array.from({ length: count }, (_, place) => `<Relationship Id="rId${place + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${place + 1}.xml"/>`).join('')}<Relationship Id="rId${count + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

// 49 is "text": typing into such a cell never makes a formula.
const formats = [49, 0, 164, 165, 166, 167, 21, 0, 4];
const styleSheet =
  `${declaration}<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy"/><numFmt numFmtId="167" formatCode="mm/dd/yyyy"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${formats.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${formats.map((format, place) => `<xf numFmtId="${format}" fontId="${place === 1 ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${place === 1 ? ' applyFont="1"' : ''}/>`).join('')}</cellXfs></styleSheet>`;
