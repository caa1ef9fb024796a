import { maskPhone } from './phone-mask.ts';

/** A person's name as people see it who may not know it: its first letter. */
export const maskName = (name: string): string => {
  const [first] = name.trim();
  return first === undefined ? '' : `${first}**`;
};

/** Digits in any writing, wide ones too, with whatever people put between them; and seven or more in Chinese words. */
const NUMBERS = /[+＋]?\p{Nd}[\p{Nd} \u00a0\u2002-\u200a\u202f\u3000()（）.\-\u2010-\u2015－]{5,}\p{Nd}/gu;
const SPOKEN_NUMBERS = /[零〇一二三四五六七八九幺两](?:[ ，、]?[零〇一二三四五六七八九幺两]){6,}/gu;

/** Free text in which somebody may have written a number: whatever looks like one is masked. */
export const maskNumbersIn = (text: string): string =>
  text.replace(NUMBERS, (number) => maskPhone(plainDigits(number))).replace(SPOKEN_NUMBERS, '***');

/** Free text in which people may be named whose names the reader may not know. */
export function maskNamesIn(text: string, names: readonly string[]): string {
  const parts = [
    ...new Set(
      names.flatMap((name) => [
        name.trim(),
        ...name
          .trim()
          .split(/\s+/)
          .filter((part) => part.length >= 3),
      ]),
    ),
  ]
    .filter((name) => name.length >= 2)
    .toSorted((one, two) => two.length - one.length);
  return parts.length === 0
    ? text
    : text.replace(
        new RegExp(parts.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'giu'),
        maskName,
      );
}

/** Every script has its ten digits in a row, from zero. */
function plainDigits(number: string): string {
  return number.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}
