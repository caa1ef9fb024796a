import { numberWord, wordsOf } from '#core/flow/values/number-words.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { plainWords } from './interruption.ts';

/** Nobody ends with these who has said everything. */
const dangling: Readonly<Partial<Record<CustomerLanguage, readonly string[]>>> = {
  en: [
    'and',
    'or',
    'but',
    'so',
    'because',
    'the',
    'a',
    'an',
    'to',
    'of',
    'for',
    'with',
    'in',
    'on',
    'at',
    'my',
    'your',
    'is',
    'are',
    'um',
    'uh',
    'er',
    'like',
    'that',
    'if',
    'then',
    'i',
    'it is',
    'i want',
    'i would',
    'number',
    'address',
    'street number',
  ],
  es: [
    'y',
    'o',
    'pero',
    'porque',
    'el',
    'la',
    'los',
    'las',
    'un',
    'una',
    'de',
    'del',
    'a',
    'al',
    'en',
    'con',
    'por',
    'para',
    'mi',
    'su',
    'es',
    'que',
    'si',
    'este',
    'eh',
    'entonces',
    'quiero',
    'quisiera',
    'calle',
    'avenida',
    'número',
    'dirección',
  ],
  id: [
    'dan',
    'atau',
    'tapi',
    'tetapi',
    'karena',
    'yang',
    'di',
    'ke',
    'dari',
    'untuk',
    'dengan',
    'saya',
    'eh',
    'anu',
    'kalau',
    'mau',
    'ingin',
    'jalan',
    'nomor',
    'alamat',
  ],
  zh: [
    '和',
    '或者',
    '但是',
    '因为',
    '然后',
    '那个',
    '就是',
    '还有',
    '我想',
    '我要',
    '的',
    '如果',
    '呃',
    '号码',
    '地址',
    '电话',
  ],
};

const ENDS = /[.!?。！？]["'”’)]*$/u;

/**
 * How far somebody is who said this. `phrase`: all of a phrase that was waited for, and no longer one begins so. `sentence`: it has an end.
 * `open`: nothing tells. `unfinished`: nobody ends so: a word that wants another, or a number, whose digits come in groups.
 */
export type SaidSoFar = 'phrase' | 'sentence' | 'open' | 'unfinished';

export function saidSoFar(
  text: string,
  { phrase, phrases, language }: { phrase: string | null; phrases: readonly string[]; language: CustomerLanguage },
): SaidSoFar {
  const plain = plainWords(text);
  const meant = plainWords(phrase ?? phrases.find((one) => plainWords(one) === plain) ?? '');
  // A phrase with more around it may go on; one that is a number or ends in such a word was asked for as it is.
  if (plain !== meant && (isDangling(plain, language) || endsInNumber(plain, language))) return 'unfinished';
  if (meant !== '') return phrases.some((one) => goesOnFrom(plainWords(one), meant)) ? 'sentence' : 'phrase';
  return plain !== '' && ENDS.test(text.trim()) && !isNumber(plain, language) ? 'sentence' : 'open';
}

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

const goesOnFrom = (longer: string, plain: string): boolean =>
  longer !== plain && longer.startsWith(isHan(plain) ? plain : `${plain} `);

const isDangling = (plain: string, language: CustomerLanguage): boolean =>
  (dangling[language] ?? []).some(
    (word) => plain === word || plain.endsWith(` ${word}`) || (isHan(word) && plain.endsWith(word)),
  );

/** Nothing but a number, which may be the first group of a longer one, though it ends as a sentence does. */
const isNumber = (plain: string, language: CustomerLanguage): boolean =>
  wordsOf(plain).every((word) => numberWord(word, language) !== undefined);

/** Digits, or two words in a row that are some. One alone may be all that was meant. */
function endsInNumber(plain: string, language: CustomerLanguage): boolean {
  const last = wordsOf(plain).slice(-2);
  return /\d$/u.test(plain) || (last.length === 2 && last.every((word) => numberWord(word, language)?.is === 'unit'));
}
