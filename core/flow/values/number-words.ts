import type { CustomerLanguage } from '#shared/codes/customer-language.ts';

/** `unit` 0 to 99 in one word; `teen` and `ten` turn the unit before them (Indonesian belas, puluh); `times` multiplies. */
export type NumberWord =
  | { is: 'unit'; value: number }
  | { is: 'teen' }
  | { is: 'ten' }
  | { is: 'times'; value: number }
  | { is: 'hundreds'; value: number }
  | { is: 'point' }
  | { is: 'and' };

const units = (words: string, from = 0, step = 1): [string, NumberWord][] =>
  words.split(' ').map((word, at) => [word, { is: 'unit', value: from + at * step }]);
const all = (words: string, means: NumberWord): [string, NumberWord][] => words.split(' ').map((word) => [word, means]);

const english = new Map<string, NumberWord>([
  ...units(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  ),
  ...units('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
  ...units('oh'),
  ...all('hundred', { is: 'times', value: 100 }),
  ...all('thousand', { is: 'times', value: 1_000 }),
  ...all('million', { is: 'times', value: 1_000_000 }),
  ...all('point', { is: 'point' }),
  ...all('and', { is: 'and' }),
]);
const spanish = new Map<string, NumberWord>([
  ...units(
    'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
  ),
  ...units('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10),
  ...units('un', 1),
  ...units('una', 1),
  ...units('veintiun', 21),
  ...all('cien ciento', { is: 'hundreds', value: 100 }),
  ...'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'
    .split(' ')
    .flatMap((word, at): [string, NumberWord][] => [
      [word, { is: 'hundreds', value: (at + 2) * 100 }],
      [word.replace(/os$/, 'as'), { is: 'hundreds', value: (at + 2) * 100 }],
    ]),
  ...all('mil', { is: 'times', value: 1_000 }),
  ...all('millon millones', { is: 'times', value: 1_000_000 }),
  ...all('punto coma', { is: 'point' }),
  ...all('y', { is: 'and' }),
]);
const indonesian = new Map<string, NumberWord>([
  ...units('nol satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas'),
  ...units('kosong'),
  ...all('belas', { is: 'teen' }),
  ...all('puluh', { is: 'ten' }),
  ...all('ratus', { is: 'times', value: 100 }),
  ...all('ribu', { is: 'times', value: 1_000 }),
  ...all('juta', { is: 'times', value: 1_000_000 }),
  ...all('seratus', { is: 'hundreds', value: 100 }),
  ...all('koma titik', { is: 'point' }),
]);
const chinese = new Map<string, NumberWord>([
  ...[...'零一二三四五六七八九'].map((word, value): [string, NumberWord] => [word, { is: 'unit', value }]),
  ...[...'〇幺两'].map((word, at): [string, NumberWord] => [word, { is: 'unit', value: at }]),
  ['十', { is: 'times', value: 10 }],
  ['百', { is: 'times', value: 100 }],
  ['千', { is: 'times', value: 1_000 }],
  ['万', { is: 'times', value: 10_000 }],
  ['亿', { is: 'times', value: 100_000_000 }],
  ['点', { is: 'point' }],
]);

const tables: Partial<Record<CustomerLanguage, ReadonlyMap<string, NumberWord>>> = {
  en: english,
  es: spanish,
  id: indonesian,
  zh: chinese,
};

/** Small letters without accents; of Chinese writing every sign is a word. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return plain.match(/\p{Script=Han}|\d+(?:[.,:]\d+)*|[\p{Letter}]+/gu) ?? [];
}

/** What a word counts as; English where we know no words of the language. */
export const numberWord = (word: string, language: CustomerLanguage): NumberWord | undefined =>
  (tables[language] ?? english).get(word) ?? chinese.get(word);

/** The word for one digit; undefined where we know no words of the language. */
export function digitWord(digit: number, language: CustomerLanguage): string | undefined {
  for (const [word, means] of tables[language] ?? []) if (means.is === 'unit' && means.value === digit) return word;
}
