import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { FileRow } from '#core/csv/csv-rows.ts';
import { csvOf } from '#platform/server/csv.ts';
import { xlsx } from '#platform/server/xlsx.ts';
import { zip } from '#platform/server/zip.ts';
import { dataRows, peekFile, type Peeked } from './file-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'openseat-reading-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;
const aFile = (bytes: string | Uint8Array): string => {
  const path = join(folder, String((made += 1)));
  writeFileSync(path, bytes);
  return path;
};
async function all(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const piece of pieces) chunks.push(piece);
  return Buffer.concat(chunks);
}
const peek = (path: string, isWorkbook: boolean): Promise<Peeked> =>
  peekFile({ path, bytes: statSync(path).size, isWorkbook, country: '', named: [] });
async function read(path: string, isWorkbook: boolean): Promise<FileRow[]> {
  const { shape } = await peek(path, isWorkbook);
  const rows: FileRow[] = [];
  for await (const some of dataRows(path, shape, statSync(path).size)) rows.push(...some.rows);
  return rows;
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
interface Book {
  sheet: string;
  strings?: string;
  styles?: string;
  book?: string;
  rels?: string;
  more?: Record<string, string>;
}
/** A workbook written by hand, as other programs write them. */
const aBook = async ({
  sheet,
  strings,
  styles = '',
  book = '<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets>',
  rels = '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>',
  more = {},
}: Book): Promise<string> =>
  aFile(
    await all(
      zip(
        Object.entries({
          '[Content_Types].xml': '<Types/>',
          'xl/workbook.xml': `<workbook ${MAIN}>${book}</workbook>`,
          'xl/_rels/workbook.xml.rels': `<Relationships>${rels}</Relationships>`,
          'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
          ...(strings ? { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` } : {}),
          'xl/worksheets/sheet1.xml': sheet,
          ...more,
        }).map(([name, content]) => ({ name, content: Buffer.from(content) })),
        { atMs: 0 },
      ),
    ),
  );
const cells = async (book: Book): Promise<string[][]> => (await read(await aBook(book), true)).map((row) => row.cells);
const HEAD =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Phone</t></is></c></row>';

test('[CDP-02] shared strings with runs, readings and entities, inline strings, formulas and booleans are the text people see', async () => {
  const strings =
    '<si><t>Name</t></si><si><r><t>Lu</t></r><r><rPr><b/></rPr><t xml:space="preserve">cía </t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>A &amp; B &lt;C&gt; &#x41;&#66;_x000D__x005F_x</t></si><si/>';
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c><c r="C2" t="s"><v>3</v></c><c r="D2" t="s"><v>4</v></c></row>' +
    '<row r="3"><c r="A3" t="inlineStr"><is><t>in</t><t>line</t></is></c><c r="B3" t="str"><f>A1&amp;"x"</f><v>x &amp; y</v></c><c r="C3" t="b"><v>1</v></c><c r="E3" t="e"><v>#N/A</v></c></row></sheetData></worksheet>';
  expect(await cells({ sheet, strings })).toEqual([
    ['Lucía ', '東京', 'A & B <C> AB\r_x', ''],
    ['inline', 'x & y', 'TRUE', '', '#N/A'],
  ]);
});

test('[CDP-02] a number that is a phone number keeps all its digits', async () => {
  const sheet = `<sheetData>${HEAD}<row r="2"><c r="A2"><v>525551234567</v></c><c r="B2"><v>5.25551234567E11</v></c><c r="C2"><v>0.30000000000000004</v></c><c r="D2"><v>-12.50</v></c></row></sheetData>`;
  expect(await cells({ sheet })).toEqual([['525551234567', '525551234567', '0.3', '-12.5']]);
});

test('[CDP-02] days, moments and times are told from numbers by their format', async () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;days&quot;"/><numFmt numFmtId="166" formatCode="[Red]0.0"/><numFmt numFmtId="167" formatCode="[h]:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="20"/><xf numFmtId="167"/></cellXfs>';
  const sheet = `<sheetData>${HEAD}<row r="2">${[
    [1, 46341],
    [2, 46341],
    [3, 46341.354166666664],
    [4, 46341],
    [5, 46341],
    [6, 0.354166666666667],
    [0, 46341],
  ]
    .map(([style, value], place) => `<c r="${'ABCDEFG'[place]}2" s="${style}"><v>${value}</v></c>`)
    .join('')}</row></sheetData>`;
  expect(await cells({ sheet, styles })).toEqual([
    ['2026-11-15', '2026-11-15', '2026-11-15 08:30:00', '46341', '46341', '08:30:00', '46341'],
  ]);
  expect(
    await cells({
      sheet: `<sheetData>${HEAD}<row r="2"><c r="A2" s="1"><v>44879</v></c></row></sheetData>`,
      styles,
      book: '<workbookPr date1904="1"/><sheets><sheet name="A" r:id="rId1"/></sheets>',
    }),
  ).toEqual([['2026-11-15']]);
});

test('[CDP-02] gaps, prefixes, missing places, empty rows and hidden sheets are dealt with; lines are those of the sheet', async () => {
  const prefixed =
    '<x:worksheet><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Name</x:t></x:is></x:c></x:row><x:row r="4"><x:c r="C4" t="inlineStr"><x:is><x:t>gap</x:t></x:is></x:c></x:row><x:row r="5"/><x:row><x:c><x:v>7</x:v></x:c><x:c s="0"/></x:row></x:sheetData></x:worksheet>';
  expect(await read(await aBook({ sheet: prefixed }), true)).toEqual([
    { line: 4, cells: ['', '', 'gap'] },
    { line: 6, cells: ['7', ''] },
  ]);
  const hidden = {
    book: '<sheets><sheet name="H" state="hidden" r:id="rId1"/><sheet name="Notes" r:id="rId2"/><sheet name="V" r:id="rId3"/></sheets>',
    rels: '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/sheet2.xml" Id="rId2"/><Relationship Id="rId3" Target="worksheets/sheet3.xml"/>',
    sheet: '<sheetData/>',
  };
  const people = `<sheetData>${HEAD}<row r="2"><c r="A2" t="inlineStr"><is><t>Ana</t></is></c></row></sheetData><conditionalFormatting/><rowBreaks count="1"/>`;
  const notes =
    '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Filter</t></is></c><c r="B1" t="inlineStr"><is><t>VIP</t></is></c></row></sheetData>';
  expect(
    await cells({ ...hidden, more: { 'xl/worksheets/sheet2.xml': notes, 'xl/worksheets/sheet3.xml': people } }),
  ).toEqual([['Ana']]);
});

test('[CDP-02] a file that only looks like a workbook is refused by name', async () => {
  const broken = Buffer.from(
    await all(zip([{ name: 'xl/workbook.xml', content: Buffer.from('<workbook/>') }], { atMs: 0 })),
  );
  for (const bytes of [Buffer.from('PK\x03\x04 nothing else'), broken, broken.subarray(0, 40)])
    await expect(peek(aFile(bytes), true)).rejects.toMatchObject({ failure: 'importUnreadable' });
  // A body that is not what its header says.
  const bad = await aBook({ sheet: `<sheetData>${HEAD}</sheetData>` });
  const bytes = Buffer.concat([Buffer.from(deflateRawSync('x')), Buffer.from('PK')]);
  writeFileSync(bad, bytes);
  await expect(peek(bad, true)).rejects.toMatchObject({ failure: 'importUnreadable' });
  await expect(peek(await aBook({ sheet: '<sheetData/>' }), true)).rejects.toMatchObject({ failure: 'importEmpty' });
});

const text = fc.string({
  unit: fc.constantFrom(
    'a',
    'é',
    '王',
    '"',
    ',',
    ';',
    '=',
    "'",
    '+',
    '-',
    '@',
    ' ',
    '&',
    '<',
    '_x0041_',
    '\n',
    '🙂',
    '7',
  ),
  maxLength: 8,
});
const table = fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 20 });
const isRow = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');
async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
const trimmed = (rows: readonly (readonly string[])[]): string[][] =>
  rows.map((row) =>
    row
      .join('\u0001')
      .replace(/\u0001+$/, '')
      .split('\u0001'),
  );

test('[CDP-02] what our own files hold comes back as it was, cell by cell', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const given = rows.filter(isRow);
      fc.pre(given.length > 0);
      const head = ['Name', 'Phone', 'E-mail'];
      const asCsv = aFile(await all(csvOf({ header: head, batches: once(given) })));
      expect((await read(asCsv, false)).map(({ cells: got }) => got)).toEqual(given);
      const asBook = aFile(
        await all(xlsx([{ name: 'Customers', columns: head.map((title) => ({ title })), batches: once(given) }], 0)),
      );
      expect(trimmed((await read(asBook, true)).map(({ cells: got }) => got))).toEqual(trimmed(given));
    }),
    { numRuns: 25 },
  );
}, 60_000);

test('[CDP-02] a letter that is no UTF-8 far behind the beginning is still seen', async () => {
  const path = aFile(
    Buffer.concat([
      Buffer.from('name,phone\n'),
      Buffer.from('Ana,5512345678\n'.repeat(60_000)),
      Buffer.from('José,5512345678\n', 'latin1'),
    ]),
  );
  expect(await peek(path, false)).toMatchObject({ encoding: 'windows-1252', rows: 60_001 });
  const rows = await read(path, false);
  expect(rows.at(-1)).toEqual({ line: 60_002, cells: ['José', '5512345678'] });
});
