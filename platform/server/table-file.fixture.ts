import { unzipped } from './zip.fixture.ts';

/** A plain reader of RFC 4180, letter by letter. */
export function readCsvText(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === ',') {
      row.push(cell);
      cell = '';
    } else if (letter === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 1;
    } else cell += letter;
  }
  return rows;
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const spoken = (xml: string): string =>
  xml
    .replace(/&(?:amp|lt|gt|quot);/g, (found) => ENTITIES[found]!)
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The sheets of a workbook: name, and rows of cells by their letters; style 2 and up beside a number tells what it means. */
export function workbookSheets(archive: Buffer): { name: string; rows: Record<string, string | number>[] }[] {
  const files = new Map(unzipped(archive).map(({ name, content }) => [name, content.toString('utf8')]));
  const names = [...files.get('xl/workbook.xml')!.matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => spoken(name!));
  return names.map((name, place) => ({
    name,
    rows: [...files.get(`xl/worksheets/sheet${place + 1}.xml`)!.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(
      ([, row]) =>
        Object.fromEntries(
          [...row!.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(?:<v>([^<]*)<\/v>|<is><t[^>]*>([^<]*)<\/t><\/is>)<\/c>/gs)].map(
            ([, letters, number, text]) => [letters, number === undefined ? spoken(text!) : Number(number)],
          ),
        ),
    ),
  }));
}
