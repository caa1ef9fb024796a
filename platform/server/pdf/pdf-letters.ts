import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keepNewest } from '#core/newest-kept.ts';
import { openFontFace, type FontFace, type Outline } from './font-face.ts';

/*
 * The letters of documents: ours for Latin writing, and a family with Chinese, Japanese kana, Cyrillic and Vietnamese letters
 * for the rest. Both come as many small files, each with a few hundred letters, of which a document opens those it needs.
 */

/** In the order they are asked for a letter. */
const FAMILIES = ['instrument-sans', 'noto-sans-sc'];
/** Files kept open: those of a bill in Chinese, and a few more. */
const OPEN_MOST = 40;

export const weights = { normal: 400, bold: 600 } as const;
export type Weight = keyof typeof weights;

interface LetterFile {
  path: string;
  ranges: (readonly [first: number, last: number])[];
}

let known: LetterFile[] | undefined;
const open = keepNewest<string, FontFace>(OPEN_MOST);

const pathOf = (family: string, file: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${file}`));

function filesOf(family: string): LetterFile[] {
  const subsets = JSON.parse(readFileSync(pathOf(family, 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(subsets).map(([subset, ranges]) => ({
    path: pathOf(family, `files/${family}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map((range) => {
      const [first, last = first] = range.replace(/^U\+/i, '').split('-') as [string, string?];
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    }),
  }));
}

function faceOf(path: string, weight: Weight): FontFace {
  const key = `${weight} ${path}`;
  let face = open.get(key);
  if (!face) open.set(key, (face = openFontFace(readFileSync(path), weights[weight])));
  return face;
}

/** How a letter is drawn; undefined where no family has it. */
export function outlineOf(code: number, weight: Weight): Outline | undefined {
  known ??= FAMILIES.flatMap(filesOf);
  for (const { path, ranges } of known) {
    if (!ranges.some(([first, last]) => code >= first && code <= last)) continue;
    const outline = faceOf(path, weight).outlineOf(code);
    if (outline) return outline;
  }
  return undefined;
}
