import { expect, test } from 'vitest';
import { cellText } from '#core/csv/formula-cell.ts';
import { csv, type CsvFile } from './csv.ts';

async function written(file: CsvFile): Promise<{ text: string; chunks: number }> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of csv(file)) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString('utf8'), chunks: chunks.length };
}

test('a file starts with the byte order mark and its heading, and is nothing but its table', async () => {
  const { text } = await written({
    header: ['Name', 'Calls'],
    rows: [['Zoë', 3]],
  });
  expect(text).toBe('\uFEFFName,Calls\r\nZoë,3\r\n');
});

test('commas, quotes and line ends are quoted; what is missing is empty', async () => {
  const { text } = await written({ header: ['a', 'b', 'c', 'd'], rows: [['x,y', 'say "hi"', 'two\nlines', null]] });
  expect(text.split('\r\n')[1]).toBe('"x,y","say ""hi""","two\nlines",');
});

test.each(['=1+1', '+5215551234', '-2', '@SUM(A1)', '\tx', '\rx', '\n=1+1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a text starting like a formula is made harmless and can be read back: %j',
  async (cell) => {
    const { text } = await written({ header: ['a'], rows: [[cell]] });
    const kept = text.slice('\uFEFFa\r\n'.length, -2).replace(/^"|"$/g, '');
    expect(kept).toBe(`'${cell}`);
    expect(cellText(kept)).toBe(cell);
  },
);

test('a negative figure stays a figure, and an apostrophe of one’s own stays', async () => {
  const { text } = await written({ header: ['a', 'b'], rows: [[-5, "'tis"]] });
  expect(text).toContain("-5,'tis\r\n");
  expect(cellText("'tis")).toBe("'tis");
});

test('20,001 rows come out as 20,001 rows, in pieces', async () => {
  const rows = (function* () {
    for (let n = 1; n <= 20_001; n += 1) yield [`customer ${n}`, n];
  })();
  const { text, chunks } = await written({ header: ['name', 'n'], rows });
  expect(text.trimEnd().split('\r\n')).toHaveLength(20_002);
  expect(chunks).toBeGreaterThan(3);
});
