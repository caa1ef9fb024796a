import { Currency } from '#shared/codes/currency.ts';
import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { TimeFormat } from '#shared/codes/time-format.ts';
import { VariableType } from '#shared/codes/variable-type.ts';
import type { Value, Variable } from '../flow.ts';
import { currencyWords } from './currencies.ts';

/** A value as it is spoken or written: prices with their currency, dates and times by the variable's format; digits are spoken one by one. */
export function writeValue(
  variable: Pick<Variable, 'valueType' | 'valueFormat' | 'currency'> | undefined,
  value: Value,
  language: CustomerLanguage,
  how: 'spoken' | 'written' = 'spoken',
): string {
  const text = String(value);
  switch (variable?.valueType) {
    case VariableType.price:
      return writePrice(value, variable.currency, language);
    case VariableType.date:
      return writeDate(text, variable.valueFormat, how);
    case VariableType.time:
      return writeTime(text, variable.valueFormat);
    case VariableType.phone:
    case VariableType.sequence:
      return how === 'spoken' && /^\d+$/.test(text) ? [...text].join(' ') : text;
    default:
      return text;
  }
}

function writePrice(value: Value, currency: string | undefined, language: CustomerLanguage): string {
  const amount = Number(value);
  if (value === '' || !Number.isFinite(amount) || !Currency.has(currency ?? '')) return String(value);
  const decimals = Number.isInteger(amount) ? 0 : currencyWords[currency as Currency].decimals;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: currency as string,
    currencyDisplay: 'name',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
    .format(amount)
    .replace(/[  ]/g, ' ');
}

/** Nobody says the seconds of a moment. */
function writeDate(text: string, format: number, how: 'spoken' | 'written'): string {
  const [, year, month, day, rest = ''] = /^(\d{4})-(\d{2})-(\d{2})(.*)$/.exec(text) ?? [];
  if (!year || !month || !day) return text;
  const { pattern } = DateFormat.row(DateFormat.has(format) ? format : DateFormat.yearFirst);
  return (
    pattern.slice(0, 10).replace('YYYY', year).replace('MM', month).replace('DD', day) +
    (how === 'spoken' ? rest.replace(/^([ T]\d{2}:\d{2}):\d{2}$/, '$1') : rest)
  );
}

/** 1 is the 12-hour clock, anything else the 24-hour one (specification P3). */
function writeTime(text: string, format: number): string {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  if (!hours || !minutes) return text;
  if (format !== TimeFormat.hours12) return `${hours}:${minutes}`;
  const hour = Number(hours);
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}
