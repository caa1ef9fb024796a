import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { Currency } from '#shared/codes/currency.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Value, Variable } from '../flow.ts';
import { intentOf } from '../intent.ts';
import { numberWord, wordsOf } from './number-words.ts';
import { readDate } from './read-date.ts';
import { readDigits, readNumber } from './read-number.ts';
import { readPrice } from './read-price.ts';
import { readTime, readTimeBeside } from './read-time.ts';

export interface ReadingFrame {
  language: CustomerLanguage;
  /** `YYYY-MM-DD`, where the conversation takes place. */
  today: string;
}

/** Nobody says a value in more; patterns that look for one take long over what is endless. */
const READ_MOST = 500;

/** The value of a variable's type in what somebody said; null when there is none. */
export function readValue(variable: Variable, text: string, { language, today }: ReadingFrame): Value | null {
  const words = text.slice(0, 2_000).replace(/\s+/g, ' ').trim().slice(0, READ_MOST);
  if (words === '') return null;
  switch (variable.valueType) {
    case VariableType.text:
      return text.trim().slice(0, 2_000);
    case VariableType.number:
      return readNumber(words, language);
    case VariableType.price:
      return readPrice(
        words,
        language,
        Currency.has(variable.currency ?? '') ? (variable.currency as Currency) : Currency.usDollar,
      );
    case VariableType.phone: {
      const digits = readDigits(words, language);
      return digits.length >= 5 && digits.length <= 15 ? digits : null;
    }
    case VariableType.sequence: {
      const digits = readDigits(words, language);
      return digits === '' || digits.length > 40 ? null : digits;
    }
    case VariableType.date: {
      const day = readDate(words, language, today, variable.valueFormat);
      const time =
        day !== null && variable.valueFormat === DateFormat.dateTime ? readTimeBeside(words, language) : null;
      return time === null ? day : `${day} ${time}:00`;
    }
    case VariableType.characters:
      return readCharacters(words, language);
    case VariableType.choice:
      return readChoice(words, variable.choices, language);
    case VariableType.time:
      return readTime(words, language);
  }
}

/** The value of keys that were pressed: `*` is the point of numbers and prices, the number of a choice chooses it. */
export function readKeys(variable: Variable, keys: string, frame: ReadingFrame): Value | null {
  const digits = keys.replace(/\D/g, '');
  if (variable.valueType === VariableType.choice) return variable.choices[Number(digits) - 1] ?? null;
  if (variable.valueType === VariableType.number || variable.valueType === VariableType.price) {
    const written = keys.replaceAll('#', '').replace('*', '.');
    return /^\d{1,15}(\.\d*)?$/.test(written) ? Number(written) : null;
  }
  if (variable.valueType === VariableType.time) return readTime(digits.padStart(4, '0'), frame.language);
  return digits === '' ? null : readValue(variable, digits, frame);
}

/** Letters and digits one by one: "a b as in boy one two" is `AB12`. */
function readCharacters(words: string, language: CustomerLanguage): string | null {
  const plain = words.replace(/\b(as in|like|como|seperti)\s+\p{Letter}+/giu, ' ');
  const read = wordsOf(plain).map((word) => {
    const means = numberWord(word, language);
    if (means?.is === 'unit' && !/^[a-z]$/.test(word)) return String(means.value);
    return word.length === 1 || /\d/.test(word) ? word : '';
  });
  const whole =
    /^[\p{Letter}\d-]+$/u.test(words) && /\d/.test(words)
      ? words.replaceAll('-', '')
      : read.join('').replace(/[.,:]/g, '');
  return whole === '' || whole.length > 40 ? null : whole.toUpperCase();
}

function readChoice(words: string, choices: readonly string[], language: CustomerLanguage): string | null {
  const same = choices.find((choice) => choice.toLowerCase() === words.toLowerCase());
  if (same !== undefined) return same;
  const meant = intentOf(
    { text: words, phrase: null },
    choices.map((choice) => ({ key: choice, name: choice, examples: [choice] })),
  );
  if (meant) return meant.key;
  // "The second one", or just its number.
  const at =
    readNumber(words, language) ??
    ['first', 'second', 'third', 'fourth'].findIndex((word) => words.toLowerCase().includes(word)) + 1;
  return choices[at - 1] ?? null;
}
