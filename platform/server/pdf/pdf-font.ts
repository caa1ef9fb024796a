import type { Outline } from './font-face.ts';
import { outlineOf, type Weight } from './pdf-letters.ts';
import { ASCENT, DESCENT, trueType } from './true-type.ts';

/** Stands where no family has a letter. */
const BLANK: Outline = { points: [], ends: [], advance: 500 };
const INSTEAD = '?'.codePointAt(0)!;

/** The letters of one weight that a document uses, numbered as they come. */
export interface PdfFont {
  /** As text stands in a page: the numbers of its letters. */
  hexOf(text: string): string;
  /** How wide a text is, in thousandths of its size. */
  widthOf(text: string): number;
  parts(name: string): PdfFontParts;
}

/** What a document keeps of a font. */
export interface PdfFontParts {
  file: Buffer;
  /** Thousandths, by number. */
  widths: number[];
  toUnicode: string;
  descriptor: string;
}

const hex = (value: number): string => value.toString(16).padStart(4, '0');

export function pdfFont(weight: Weight): PdfFont {
  const outlines: Outline[] = [BLANK];
  const letters: number[] = [0];
  const numbers = new Map<number, number>();
  const numberOf = (code: number): number => {
    let number = numbers.get(code);
    if (number === undefined) {
      const outline = outlineOf(code, weight) ?? outlineOf(INSTEAD, weight) ?? BLANK;
      number = outlines.push(outline) - 1;
      letters.push(code);
      numbers.set(code, number);
    }
    return number;
  };
  const numbersOf = (text: string): number[] => [...text].map((letter) => numberOf(letter.codePointAt(0)!));
  return {
    hexOf: (text) => numbersOf(text).map(hex).join(''),
    widthOf: (text) => numbersOf(text).reduce((sum, number) => sum + outlines[number]!.advance, 0),
    parts: (name) => ({
      file: trueType(outlines),
      widths: outlines.map(({ advance }) => advance),
      toUnicode: unicodeMap(letters),
      descriptor: `/Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [-200 ${DESCENT} 1200 ${ASCENT}] /ItalicAngle 0 /Ascent ${ASCENT} /Descent ${DESCENT} /CapHeight 700 /StemV ${weight === 'bold' ? 120 : 80}`,
    }),
  };
}

/** Which letter each number is, so that text can be searched and copied. */
function unicodeMap(letters: readonly number[]): string {
  const lines = letters.map((code, number) => `<${hex(number)}> <${utf16(code === 0 ? 0xfffd : code)}>`);
  // A map holds at most a hundred lines in one piece.
  const pieces: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const piece = lines.slice(at, at + 100);
    pieces.push(`${piece.length} beginbfchar\n${piece.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Letters def',
    '/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...pieces,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}

export function utf16(code: number): string {
  const text = String.fromCodePoint(code);
  return Array.from({ length: text.length }, (_, place) => hex(text.charCodeAt(place))).join('');
}
