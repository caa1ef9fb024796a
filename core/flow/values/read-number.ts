import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { numberWord, wordsOf, type NumberWord } from './number-words.ts';

/** The first number in what was said, by words or figures; null when there is none. */
export function readNumber(text: string, language: CustomerLanguage): number | null {
  const words = wordsOf(text.replace(/seribu/gi, 'satu ribu').replace(/sejuta/gi, 'satu juta'));
  const isMinus = /(^|\s)-\s*\d/.test(text) || /\b(minus|menos|negative|negativo)\b|负/i.test(text);
  const from = words.findIndex(
    (word) => isFigures(word) || ['unit', 'times', 'hundreds'].includes(meaningOf(word, language)?.is ?? ''),
  );
  if (from < 0) return null;
  const value = countUp(words.slice(from), language);
  return value === null ? null : isMinus ? -value : value;
}

/** Every digit that was said or written, in order: `double five oh one` is `5501`. */
export function readDigits(text: string, language: CustomerLanguage): string {
  let digits = '';
  let again = 1;
  let tens = 0;
  for (const word of wordsOf(text)) {
    const means = meaningOf(word, language);
    const repeats = /^(double|doble|dobel)$/.test(word) ? 2 : /^(triple|tripel)$/.test(word) ? 3 : 0;
    if (repeats > 0) again = repeats;
    else if (isFigures(word)) [digits, again, tens] = [digits + word.replace(/\D/g, '').repeat(again), 1, 0];
    else if (means?.is === 'unit' && means.value < 10 && means.value > 0 && tens > 0)
      [digits, tens] = [digits.slice(0, -1) + String(means.value), 0];
    else if (means?.is === 'unit')
      [digits, again, tens] = [
        digits + String(means.value).repeat(again),
        1,
        means.value >= 20 && means.value % 10 === 0 ? means.value : 0,
      ];
    else if (means?.is === 'teen') digits = `${digits.slice(0, -1)}1${digits.slice(-1)}`;
    else if (means?.is === 'ten') [digits, tens] = [`${digits}0`, 10];
    else if (means?.is !== 'and') tens = 0;
  }
  return digits;
}

const isFigures = (word: string): boolean => /^\d/.test(word);
const meaningOf = (word: string, language: CustomerLanguage): NumberWord | undefined => numberWord(word, language);

/** Adds up words until one is no number: hundreds and units of a group, groups by thousands. */
function countUp(words: readonly string[], language: CustomerLanguage): number | null {
  let [total, group, unit] = [0, 0, 0];
  let fraction = '';
  let afterPoint = false;
  for (const word of words) {
    const means: NumberWord | undefined = isFigures(word)
      ? { is: 'unit', value: figures(word, language) }
      : meaningOf(word, language);
    if (!means) break;
    if (means.is === 'point') afterPoint = true;
    else if (afterPoint && means.is === 'unit') fraction += String(means.value);
    else if (means.is === 'unit') unit += means.value;
    else if (means.is === 'teen') unit += 10;
    else if (means.is === 'ten') unit *= 10;
    else if (means.is === 'hundreds') group += means.value;
    else if (means.is === 'times' && means.value < 1_000) [group, unit] = [group + (unit || 1) * means.value, 0];
    // 千 counts within 万, thousands of other languages close a group.
    else if (means.is === 'times' && language === 'zh' && means.value === 1_000)
      [group, unit] = [group + (unit || 1) * 1_000, 0];
    else if (means.is === 'times') [total, group, unit] = [total + (group + unit || 1) * means.value, 0, 0];
  }
  const value = total + group + unit + (fraction === '' ? 0 : Number(`0.${fraction.slice(0, 12)}`));
  return Number.isFinite(value) && value < 1e15 ? value : null;
}

/** `1,234.5`, `1.234,5` and `12,5`; a single dot before three figures is for thousands only where people write so. */
function figures(word: string, language: CustomerLanguage): number {
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(word)) return Number(word.replaceAll(',', ''));
  if (
    /^\d{1,3}(\.\d{3}){2,}(,\d+)?$/.test(word) ||
    (language === 'id' && /^\d{1,3}\.\d{3}(,\d+)?$/.test(word)) ||
    /^\d{1,3}\.\d{3},\d+$/.test(word)
  )
    return Number(word.replaceAll('.', '').replace(',', '.'));
  return Number(/^\d+(?:[.,]\d+)?/.exec(word)![0].replace(',', '.'));
}
