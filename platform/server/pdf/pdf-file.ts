import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { pdfFont, utf16, type PdfFont } from './pdf-font.ts';
import type { Weight } from './pdf-letters.ts';

export const PDF_MEDIA_TYPE = 'application/pdf';

/** A4, in points; from the upper left corner, as people read. */
export const SHEET = { width: 595, height: 842 };

export interface TextStyle {
  size: number;
  weight?: Weight;
  /** Where `x` is: the beginning of the text unless said. */
  align?: 'start' | 'end';
  /** Of its ink: 0 black, 1 white. */
  grey?: number;
}

export interface PdfPage {
  /** `y` is the line the letters stand on. */
  text(x: number, y: number, words: string, style: TextStyle): void;
  line(x: number, y: number, toX: number, grey?: number): void;
}

/** A document of text and lines. It holds the letters it uses, so it looks the same everywhere. */
export interface PdfFile {
  page(): PdfPage;
  /** In points. */
  widthOf(words: string, style: TextStyle): number;
  bytes(): Buffer;
}

const GREY_OF_LINES = 0.75;

export function pdfFile({
  title,
  author,
  language,
  atMs,
}: {
  title: string;
  author: string;
  language: string;
  atMs: number;
}): PdfFile {
  const fonts = new Map<Weight, PdfFont>();
  const pages: string[][] = [];
  const fontOf = (weight: Weight): PdfFont => {
    let font = fonts.get(weight);
    if (!font) fonts.set(weight, (font = pdfFont(weight)));
    return font;
  };
  const widthOf = (words: string, { size, weight = 'normal' }: TextStyle): number =>
    (fontOf(weight).widthOf(words) * size) / 1_000;
  return {
    page() {
      const drawn: string[] = [];
      pages.push(drawn);
      return {
        text(x, y, words, style) {
          if (words === '') return;
          const { size, weight = 'normal', align = 'start', grey = 0 } = style;
          const from = align === 'end' ? x - widthOf(words, style) : x;
          const place = `${figure(from)} ${figure(SHEET.height - y)} Td`;
          drawn.push(
            `BT ${figure(grey)} g /${nameOf(weight)} ${figure(size)} Tf ${place} <${fontOf(weight).hexOf(words)}> Tj ET`,
          );
        },
        line(x, y, toX, grey = GREY_OF_LINES) {
          const at = figure(SHEET.height - y);
          drawn.push(`${figure(grey)} G 0.6 w ${figure(x)} ${at} m ${figure(toX)} ${at} l S`);
        },
      };
    },
    widthOf,
    bytes: () => written({ pages, fonts, title, author, language, atMs }),
  };
}

const nameOf = (weight: Weight): string => (weight === 'bold' ? 'B' : 'N');
const figure = (value: number): string => String(Math.round(value * 100) / 100);
const textValue = (words: string): string =>
  `<feff${[...words].map((letter) => utf16(letter.codePointAt(0)!)).join('')}>`;

interface Written {
  pages: readonly string[][];
  fonts: ReadonlyMap<Weight, PdfFont>;
  title: string;
  author: string;
  language: string;
  atMs: number;
}

function written({ pages, fonts, title, author, language, atMs }: Written): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer): number =>
    objects.push(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
  const stream = (content: Buffer, more = ''): number => {
    const packed = deflateSync(content);
    return add(
      Buffer.concat([
        Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode${more} >>\nstream\n`, 'latin1'),
        packed,
        Buffer.from('\nendstream', 'latin1'),
      ]),
    );
  };
  const named = [...fonts].map(([weight, font]) => `/${nameOf(weight)} ${addFont(font, weight, add, stream)} 0 R`);
  const shared = add(`<< /Font << ${named.join(' ')} >> >>`);
  const contents = pages.map((drawn) => stream(Buffer.from(drawn.join('\n'), 'latin1')));
  // The pages name what holds them, which comes right behind them.
  const holder = objects.length + pages.length + 1;
  const kids = contents.map((content) =>
    add(
      `<< /Type /Page /Parent ${holder} 0 R /MediaBox [0 0 ${SHEET.width} ${SHEET.height}] /Resources ${shared} 0 R /Contents ${content} 0 R >>`,
    ),
  );
  add(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`);
  const root = add(
    `<< /Type /Catalog /Pages ${holder} 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  );
  const made = new Date(atMs).toISOString().replace(/\D/g, '').slice(0, 14);
  const about = add(`<< /Title ${textValue(title)} /Author ${textValue(author)} /CreationDate (D:${made}Z) >>`);
  return joined(objects, { root, about });
}

function addFont(
  font: PdfFont,
  weight: Weight,
  add: (body: string) => number,
  stream: (content: Buffer, more?: string) => number,
): number {
  const name = `${weight === 'bold' ? 'BOLDED' : 'NORMAL'}+OpenSeatText`;
  const { file, widths, toUnicode, descriptor } = font.parts(name);
  const letters = stream(file, ` /Length1 ${file.length}`);
  const described = add(`<< ${descriptor} /FontFile2 ${letters} 0 R >>`);
  const inner = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${described} 0 R /DW 1000 /W [0 [${widths.join(' ')}]] /CIDToGIDMap /Identity >>`,
  );
  const map = stream(Buffer.from(toUnicode, 'latin1'));
  return add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${inner} 0 R] /ToUnicode ${map} 0 R >>`,
  );
}

/** Objects one after another, and where each begins. */
function joined(objects: readonly Buffer[], { root, about }: { root: number; about: number }): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = parts[0]!.length;
  const begins = objects.map((body, place) => {
    const whole = Buffer.concat([Buffer.from(`${place + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    const begin = at;
    at += whole.length;
    return begin;
  });
  const lines = begins.map((begin) => `${String(begin).padStart(10, '0')} 00000 n \n`).join('');
  const id = createHash('sha256').update(Buffer.concat(parts)).digest('hex').slice(0, 32);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R /Info ${about} 0 R /ID [<${id}> <${id}>] >>\nstartxref\n${at}\n%%EOF\n`,
      'latin1',
    ),
  );
  return Buffer.concat(parts);
}
