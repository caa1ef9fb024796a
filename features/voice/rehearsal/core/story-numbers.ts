import { readDialled } from '#core/call/dialled-number.ts';
import { diallingCode } from '#shared/countries.ts';

/**
 * Numbers nobody has: in every area of North America 555 0100 to 555 0199 are kept for stories. A tenant that rehearses is
 * called at one of them. The area 415 is left out: its numbers are those agents dial (`rehearsal-numbers.ts`).
 */
const AREAS =
  '201 202 203 205 206 207 208 209 210 212 213 214 215 216 217 218 219 224 225 228 229 231 234 239 240 248 251 252 253 254 256 260 262 267 269 270 276 281 301 302'.split(
    ' ',
  );
const IN_AREA = 100;
export const STORY_NUMBERS = AREAS.length * IN_AREA;
export const STORY_COUNTRY = 'US';

/** The number at a place; every place has one, and they begin again after the last. */
export function storyNumber(place: number): string {
  const at = place % STORY_NUMBERS;
  return `1${AREAS[at % AREAS.length]}55501${String(Math.floor(at / AREAS.length)).padStart(2, '0')}`;
}

/** What a rehearsed number does is in its last seven digits. */
const DISTINCT_DIGITS = 7;
const TRIED = '5550100';
const FILLERS = ['', ...[1, 2, 3].flatMap((length) => fillersOf(length))];

/** All digits of a length, those beginning with 5 first: numbers that begin so are ordinary ones nearly everywhere. */
function fillersOf(length: number): string[] {
  const all = Array.from({ length: 10 ** length }, (_, digits) => String(digits).padStart(length, '0'));
  return all.toSorted((a, b) => Number(b.startsWith('5')) - Number(a.startsWith('5')));
}

/** A rehearsed number as one of a country that may be called; null where its numbers are too short or too long for it. */
export function atHome(number: string, country: string): string | null {
  const code = diallingCode(country);
  if (code === null) return null;
  const filler = FILLERS.find((digits) => {
    const read = readDialled(`+${code}${digits}${TRIED}`, '');
    return read.is === 'number' && read.country === country && read.number === `${code}${digits}${TRIED}`;
  });
  return filler === undefined ? null : `${code}${filler}${number.slice(-DISTINCT_DIGITS)}`;
}
