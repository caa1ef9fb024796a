import { Currency } from '#shared/codes/currency.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { currencyWords } from './currencies.ts';
import { readNumber } from './read-number.ts';

const CENTS = /\b(cents?|centavos?|centimos?|pence|sen|kopecks?|paise)\b|分|角|毛/;

/** An amount of money that was said or written, in the given currency; null for none, and for one of another currency. */
export function readPrice(text: string, language: CustomerLanguage, currency: Currency): number | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const { decimals, words } = currencyWords[currency];
  const named = currenciesIn(plain);
  if (named.length > 0 && !named.includes(currency)) return null;
  const at = wordEnd(plain, words);
  const [before, after] = at === null ? [plain, ''] : [plain.slice(0, at), plain.slice(at)];
  const whole = readNumber(before, language) ?? readNumber(plain, language);
  if (whole === null) return null;
  // "twenty dollars fifty", "veinte pesos con cincuenta centavos"; "fifty cents" alone is half of one.
  const small = decimals === 2 && readNumber(before, language) !== null ? readNumber(after, language) : null;
  const isCents = at === null && CENTS.test(plain) && decimals === 2;
  const amount = isCents
    ? whole / 100
    : whole + (small !== null && small > 0 && small < 100 && Number.isInteger(whole) ? small / 100 : 0);
  return amount < 0 ? null : Math.round(amount * 100) / 100;
}

/** Those that may be meant; 美元 is no 元. */
function currenciesIn(plain: string): Currency[] {
  const found = Currency.rows.flatMap(({ code }) =>
    [code.toLowerCase(), ...currencyWords[code].words]
      .filter((word) => wordEnd(plain, [word]) !== null)
      .map((word) => ({ code, word })),
  );
  return found
    .filter(({ word }) => !found.some((other) => other.word !== word && other.word.includes(word)))
    .map(({ code }) => code);
}

/** Where the first of the words ends. */
function wordEnd(plain: string, words: readonly string[]): number | null {
  const letters = /\p{Letter}/u;
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const at = plain.indexOf(word);
    if (at < 0) continue;
    const isLatin = /^[a-z$ ]+$/.test(word) && letters.test(word);
    if (isLatin && (letters.test(plain[at - 1] ?? '') || letters.test(plain[at + word.length] ?? ''))) continue;
    return at + word.length;
  }
  return null;
}
