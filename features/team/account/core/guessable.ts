import { commonWords } from './common-words.ts';

/*
 * What an attacker tries first. A password is taken apart: words everybody uses, the person's own words, keys and letters
 * in a row, years, repetitions. What is left is what somebody has to guess; too little, and the password is refused.
 */

const ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
];
const SHORTEST_RUN = 3;
/** Letters and digits nobody could have foreseen; fewer are tried in no time. */
const LEAST_LEFT = 4;
const SHORTEST_OWN_WORD = 3;

const backwards = (text: string): string => [...text].reverse().join('');
const runs = [...ROWS, ...ROWS.map(backwards)];

/** Signs people write for letters, and letters with accents. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('@', 'a')
    .replaceAll('$', 's');
export const unleet = (text: string): string =>
  text
    .replaceAll('0', 'o')
    .replaceAll('1', 'i')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
    .replaceAll('7', 't');

/** The words of names, addresses and companies: `Ana Castillo`, `ana.castillo@aurora.example`. */
const wordsOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
    .map(plain)
    .filter((word) => word.length >= SHORTEST_OWN_WORD);

/** How long the foreseeable part is that begins here; 0 for none. */
function foreseen(text: string, at: number, words: readonly string[]): number {
  const rest = text.slice(at);
  const readable = unleet(rest);
  let longest = words.find((word) => rest.startsWith(word) || readable.startsWith(word))?.length ?? 0;
  for (const run of runs) {
    let length = Math.min(rest.length, run.length);
    while (length >= SHORTEST_RUN && !run.includes(rest.slice(0, length))) length -= 1;
    if (length >= SHORTEST_RUN) longest = Math.max(longest, length);
  }
  const year = /^(19|20)\d\d/.exec(rest)?.[0].length ?? 0;
  const repeated = /^(.{1,4}?)\1{2,}|^(.{2,})\2+/.exec(rest);
  // One of a repeated thing has to be guessed, where it is not foreseen itself.
  const repetition = repeated ? repeated[0].length - (repeated[1] ?? repeated[2])!.length : 0;
  return Math.max(longest, year, repetition);
}

/** Whether a password is found by trying what people use most, with and without what is known of the person. */
export function isGuessable(password: string, ownTexts: readonly string[] = []): boolean {
  // Numbers alone are telephones, birthdays, or a machine's first try.
  if (/^\d+$/.test(password)) return true;
  const text = plain(password);
  const words = [...wordsOf(ownTexts), ...commonWords].toSorted((a, b) => b.length - a.length);
  let left = '';
  for (let at = 0; at < text.length;) {
    const length = foreseen(text, at, words);
    if (length === 0) left += text[at];
    at += Math.max(length, 1);
  }
  return [...left].filter((character) => /[\p{L}\p{N}]/u.test(character)).length < LEAST_LEFT;
}
