/** Letters that are no others with a mark, and what people type for them. */
const SPELT: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);

/**
 * Words as they are looked for: small letters without marks, whatever width and form they were typed in, so that "gonzalez"
 * finds González and ５５ finds 55. The database has the same rule under the same name (`search_fold`).
 */
export const searchFold = (words: string): string =>
  words
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[ßæœþøđðłħıς]/g, (letter) => SPELT.get(letter)!);
