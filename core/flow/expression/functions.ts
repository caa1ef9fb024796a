import { dayOf, wallTime } from '#core/calendar/day-range.ts';
import type { Value } from '../flow.ts';
import { plus } from '../values/read-date.ts';

export interface Moment {
  nowMs: number;
  timeZone: string;
}

/** Every function with the fewest and most inputs it takes. */
export const functionNames = {
  len: [1, 1],
  upper: [1, 1],
  lower: [1, 1],
  trim: [1, 1],
  round: [1, 2],
  min: [1, 20],
  max: [1, 20],
  concat: [1, 20],
  contains: [2, 2],
  if: [3, 3],
  number: [1, 1],
  today: [0, 0],
  now: [0, 0],
  dayOfWeek: [0, 1],
  addDays: [2, 2],
  format: [2, 2],
} as const satisfies Record<string, readonly [number, number]>;
export type FunctionName = keyof typeof functionNames;

export const isFunction = (name: string): name is FunctionName => Object.hasOwn(functionNames, name);

export const MAX_TEXT = 2_000;

/** Null when the inputs are not what the function is about. */
export function callFunction(name: FunctionName, inputs: readonly Value[], { nowMs, timeZone }: Moment): Value | null {
  const text = (at: number): string => String(inputs[at] ?? '');
  switch (name) {
    case 'len':
      return [...text(0)].length;
    case 'upper':
      return text(0).toUpperCase();
    case 'lower':
      return text(0).toLowerCase();
    case 'trim':
      return text(0).trim();
    case 'concat':
      return inputs.map(String).join('').slice(0, MAX_TEXT);
    case 'contains':
      return text(0).toLowerCase().includes(text(1).toLowerCase()) ? 1 : 0;
    case 'if':
      return isTrue(inputs[0]!) ? inputs[1]! : inputs[2]!;
    case 'number':
      return numberOf(inputs[0]!);
    case 'round':
      return rounded(numberOf(inputs[0]!), inputs.length > 1 ? numberOf(inputs[1]!) : 0);
    case 'min':
    case 'max': {
      const numbers = inputs.map(numberOf);
      if (numbers.some((number) => number === null)) return null;
      return name === 'min' ? Math.min(...(numbers as number[])) : Math.max(...(numbers as number[]));
    }
    case 'today':
      return dayOf(nowMs, timeZone);
    case 'now':
      return wallTime(nowMs, timeZone).slice(11, 16);
    case 'dayOfWeek': {
      const day = inputs.length > 0 ? dayIn(text(0)) : dayOf(nowMs, timeZone);
      return day === null ? null : new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
    }
    case 'addDays': {
      const [day, days] = [dayIn(text(0)), numberOf(inputs[1]!)];
      return day === null || days === null || Math.abs(days) > 36_600 ? null : plus(day, Math.trunc(days));
    }
    case 'format':
      return formatted(inputs[0]!, text(1));
  }
}

/** A number, or a text that is one. */
export function numberOf(value: Value): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return /^\s*-?\d{1,15}(?:\.\d{1,10})?\s*$/.test(value) ? Number(value) : null;
}

/** Everything is true but 0, nothing, and the word false. */
export const isTrue = (value: Value): boolean => value !== 0 && value !== '' && value !== '0' && value !== 'false';

function rounded(value: number | null, digits: number | null): number | null {
  if (value === null || digits === null) return null;
  const by = 10 ** Math.min(Math.max(Math.trunc(digits), 0), 10);
  const result = Math.round(value * by) / by;
  return Number.isFinite(result) ? result : value;
}

function dayIn(text: string): string | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  return day !== undefined &&
    Number(day.slice(0, 4)) > 0 &&
    Number(day.slice(0, 4)) < 9_800 &&
    !Number.isNaN(Date.parse(`${day}T00:00:00Z`))
    ? plus(day, 0)
    : null;
}

/** `YYYY`, `MM`, `DD`, `HH`, `mm` of a date or time; `0.00` for a number with two decimals. */
function formatted(value: Value, pattern: string): string | null {
  const decimals = /^0(?:\.(0{1,10}))?$/.exec(pattern);
  if (decimals) return numberOf(value)?.toFixed(decimals[1]?.length ?? 0) ?? null;
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})/.exec(String(value)) ?? [];
  const [, hours = '', minutes = ''] = /(\d{2}):(\d{2})/.exec(String(value)) ?? [];
  return pattern
    .replace(/YYYY|MM|DD|HH|mm/g, (part) => ({ YYYY: year, MM: month, DD: day, HH: hours, mm: minutes })[part] ?? '')
    .slice(0, MAX_TEXT);
}
