import { DateFormat } from '#shared/codes/date-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import { keptNumber } from './phone-number.ts';
import { readDay, readOrderedDay, type WrittenOrder } from './written-day.ts';

/** What a custom field holds, as far as its values go. */
export interface CustomKind {
  type: VariableType;
  /** Of a choice. */
  options: readonly string[];
  /** Of a date: a code of `DateFormat`. */
  format?: string;
  /** Of a date: how its column writes days, whatever the format; `unknown`: nobody said, and it is not guessed. */
  days?: WrittenOrder;
}

export type CustomValue = string | number | null;
export type CheckedValue =
  | { ok: true; value: CustomValue }
  | { ok: false; why: 'number' | 'phone' | 'date' | 'dateOrder' | 'time' | 'digits' | 'choice' | 'tooLong' };

const TEXT_MOST = 2_000;
const SEQUENCE = /^\d{1,40}$/;
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/**
 * Reads a value for a custom field, as typed or as a file holds it. Kept values are canonical, so that equal ones are
 * equal in the database: numbers and prices as numbers, dates as `YYYY-MM-DD`, times as `HH:mm:ss`, phones as digits
 * with their country's code. Nothing but spaces is no value.
 */
export function readCustomValue(kind: CustomKind, given: CustomValue, country = ''): CheckedValue {
  if (given === null) return { ok: true, value: null };
  const text = String(given).trim();
  if (text === '') return { ok: true, value: null };
  if (text.length > TEXT_MOST) return { ok: false, why: 'tooLong' };
  switch (kind.type) {
    case VariableType.number:
    case VariableType.price: {
      const value = readNumber(text);
      return value === null ? { ok: false, why: 'number' } : { ok: true, value };
    }
    case VariableType.phone: {
      const kept = keptNumber(text, country);
      return kept ? { ok: true, value: kept.number } : { ok: false, why: 'phone' };
    }
    case VariableType.sequence:
      return SEQUENCE.test(text) ? { ok: true, value: text } : { ok: false, why: 'digits' };
    case VariableType.date: {
      const value = kind.days
        ? readOrderedDay(text, kind.days)
        : readDay(text, kind.format === String(DateFormat.monthFirst));
      if (value === 'either') return { ok: false, why: 'dateOrder' };
      return value === null ? { ok: false, why: 'date' } : { ok: true, value };
    }
    case VariableType.time: {
      const parts = TIME.exec(text);
      return parts
        ? { ok: true, value: `${parts[1]!.padStart(2, '0')}:${parts[2]}:${parts[3] ?? '00'}` }
        : { ok: false, why: 'time' };
    }
    case VariableType.choice: {
      const option = kind.options.find((one) => one.toLowerCase() === text.toLowerCase());
      return option === undefined ? { ok: false, why: 'choice' } : { ok: true, value: option };
    }
    default:
      return { ok: true, value: text };
  }
}

/** `1,234.5` and `1234.5`; a comma for decimals is not guessed. */
function readNumber(text: string): number | null {
  const plain = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return /^[-+]?\d{1,15}(?:\.\d{1,6})?$/.test(plain) ? Number(plain) : null;
}

/** A kept date as the field's format writes it. */
export function writeDate(value: string, format: DateFormat): string {
  const [year = '', month = '', day = ''] = value.split('-');
  return DateFormat.row(format).pattern.slice(0, 10).replace('YYYY', year).replace('MM', month).replace('DD', day);
}
