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
  ],
  zh: ['和', '或者', '但是', '因为', '然后', '那个', '就是', '还有', '我想', '我要', '的', '如果', '呃'],
};

const ENDS = /[.!?。！？]["'”’)]*$/u;

/** Whether somebody who said this has said it all: a phrase that was waited for, or a sentence with an end. */
export function isWhole(
  text: string,
  { phrase, phrases, language }: { phrase: string | null; phrases: readonly string[]; language: CustomerLanguage },
): boolean {
  const said = plainWords(text);
  if (said === '') return false;
  if (phrase !== null || phrases.some((one) => plainWords(one) === said)) return true;
  const open = dangling[language] ?? [];
  if (
    open.some(
      (word) => said === word || said.endsWith(` ${word}`) || (/[\u4e00-\u9fff]/u.test(word) && said.endsWith(word)),
    )
  )
    return false;
  // Digits come in groups: somebody who pauses after three of them goes on.
  if (/\d[.。]?$/u.test(text.trim())) return false;
  return ENDS.test(text.trim());
}
