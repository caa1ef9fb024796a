import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText } from '#core/csv/formula-cell.ts';
import { readCsvText, workbookSheets } from './table-file.fixture.ts';
import {
  tableFile,
  tableFileName,
  type Row,
  type TableColumn,
  type TableFile,
  type TableFileKind,
} from './table-file.ts';
import { xlsx } from './xlsx.ts';

async function* batchesOf(rows: readonly Row[], size = 3): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
async function written(
  kind: TableFileKind,
  columns: readonly TableColumn[],
  rows: readonly Row[],
  notes: TableFile['notes'] = [],
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of tableFile(kind, {
    notes,
    columns,
    batches: batchesOf(rows),
    sheets: { table: 'Customers', notes: 'About' },
    atMs: 0,
  }))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

const nasty = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string(),
  fc.constantFrom(
    '=1+1',
    "'=1",
    "''+1",
    '+5215551234',
    '-2',
    '@x',
    '\tx',
    '\rx',
    'a\r\nb',
    '"',
    '""',
    'a,b',
    '_x0041_',
    '_x000D_',
    '&amp;',
    '<t>',
    ']]>',
    ' spaces ',
    '\u0007',
    '\u000b',
    '＝1',
  ),
);
// A database keeps neither NUL nor half a character, and XML leaves two more to nobody.
const kept = nasty.map((text) => text.toWellFormed().replaceAll('\0', ''));
const tables = fc.array(fc.tuple(kept, kept, fc.integer({ min: -1_000_000, max: 1_000_000 })), { maxLength: 12 });
const columns: TableColumn[] = [{ title: 'Name' }, { title: 'Note' }, { title: 'Figure', kind: 'number' }];

test('[CDP-02] what is written as csv is read back letter for letter', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (rows) => {
      const text = (await written('csv', columns, rows)).toString('utf8');
      expect(text.startsWith('\uFEFFName,Note,Figure\r\n')).toBe(true);
      const read = readCsvText(text.slice(1)).slice(1);
      for (const row of read) for (const cell of row.slice(0, 2)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect(read.map((row) => row.map(cellText))).toEqual(rows.map((row) => row.map(String)));
    }),
    { numRuns: 200 },
  );
});

test('[CDP-02] what is written as a workbook is read back letter for letter', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (rows) => {
      const [sheet] = workbookSheets(await written('xlsx', columns, rows));
      expect(sheet!.rows.slice(1).map(({ A = '', B = '', C = '' }) => [A, B, C])).toEqual(rows);
    }),
    { numRuns: 100 },
  );
});

test('[CDP-02] days, moments and times are real ones in a workbook, and written in the order of their column as csv', async () => {
  const dated: TableColumn[] = [
    { title: 'a', kind: 'moment' },
    { title: 'b', kind: 'day' },
    { title: 'c', kind: 'dayFirst' },
    { title: 'd', kind: 'monthFirst' },
    { title: 'e', kind: 'time' },
  ];
  const rows = [
    ['2026-11-15 18:00:00', '2026-11-15', '2026-02-01', '2026-02-01', '06:00:00'],
    ['never', '***', '', null, '6 o’clock'],
    ['1899-01-01 00:00:00', '1900-02-28', '', '', ''],
  ];
  const [sheet] = workbookSheets(await written('xlsx', dated, rows));
  expect(sheet!.rows[1]).toEqual({ A: 46_341.75, B: 46_341, C: 46_054, D: 46_054, E: 0.25 });
  expect(sheet!.rows[2]).toEqual({ A: 'never', B: '***', E: '6 o’clock' });
  expect(sheet!.rows[3]).toEqual({ A: '1899-01-01 00:00:00', B: '1900-02-28' });
  expect((await written('csv', dated, rows)).toString().split('\r\n')[1]).toBe(
    '2026-11-15 18:00:00,2026-11-15,01/02/2026,02/01/2026,06:00:00',
  );
});

test('[complaint 17] filters and zone stand on a sheet of their own in a workbook; a csv file is nothing but its table', async () => {
  const notes = [
    ['Time zone', 'America/Mexico_City'],
    ['Tag', '=VIP'],
  ] as const;
  expect((await written('csv', columns, [['Ana', '', 1]], notes)).toString()).toBe(
    '\uFEFFName,Note,Figure\r\nAna,,1\r\n',
  );
  const sheets = workbookSheets(await written('xlsx', columns, [['Ana', '', 1]], notes));
  expect(sheets.map(({ name }) => name)).toEqual(['Customers', 'About']);
  expect(sheets[1]!.rows.slice(1)).toEqual([
    { A: 'Time zone', B: 'America/Mexico_City' },
    { A: 'Tag', B: '=VIP' },
  ]);
});

test('a csv file says in its name where its clocks stand and which days it tells of', () => {
  const asked = { stem: 'calls', zone: 'America/Mexico_City', atMs: Date.UTC(2026, 10, 17, 3) };
  expect(tableFileName('csv', asked)).toBe('calls-2026-11-16_America-Mexico_City.csv');
  expect(tableFileName('csv', { ...asked, days: ['2026-11-01', '2026-11-15'] })).toBe(
    'calls-2026-11-01_2026-11-15_America-Mexico_City.csv',
  );
  expect(tableFileName('xlsx', { ...asked, days: ['2026-11-01', '2026-11-15'] })).toBe('calls-2026-11-16.xlsx');
});

test('rows that do not fit a sheet go on in the next', async () => {
  const numbers = Array.from({ length: 25 }, (_, n) => [n]);
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsx(
    [{ name: 'T', columns: [{ title: 'n', kind: 'number' }], batches: batchesOf(numbers, 7) }],
    0,
    11,
  ))
    pieces.push(piece);
  expect(workbookSheets(Buffer.concat(pieces)).map(({ name, rows }) => [name, rows.map(({ A }) => A)])).toEqual([
    ['T', ['n', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['T 2', ['n', 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]],
    ['T 3', ['n', 20, 21, 22, 23, 24]],
  ]);
});

test('a table that breaks off makes no file', async () => {
  const broken = async function* () {
    yield [['Ana']];
    throw new Error('gone');
  };
  const read = async (kind: TableFileKind) => {
    for await (const _ of tableFile(kind, {
      notes: [],
      columns: [{ title: 'a' }],
      batches: broken(),
      sheets: { table: 'T', notes: 'N' },
      atMs: 0,
    })) {
      /* only read */
    }
  };
  await expect(read('csv')).rejects.toThrow('gone');
  await expect(read('xlsx')).rejects.toThrow('gone');
});
