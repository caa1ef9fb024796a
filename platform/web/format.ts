import type { WireTime } from '#shared/endpoint.ts';
import type { Language } from '#shared/languages.ts';
import { madeOnce, madeOncePer } from '#shared/made-once.ts';
import { useLanguage } from './i18n.ts';
import { useViewer } from './viewer.ts';
import { browserZone, fromWire, isZone, wallTime } from './zone.ts';

/** A moment: from the wire (UTC), or of our own. Empty when there is none, as a field of a row may be. */
type Moment = WireTime | Date | null | undefined;

/** How values are written in one language and zone. A missing value is written as a dash. */
export interface Format {
  date(moment: Moment): string;
  time(moment: Moment): string;
  /** Date and time to the minute. */
  dateTime(moment: Moment): string;
  /** Date and time to the second, for records. */
  exact(moment: Moment): string;
  /** "3 minutes ago"; after a month the date. */
  relative(moment: Moment, nowMs?: number): string;
  /** The time if it is today, "yesterday", else the date: for lists of conversations. */
  recent(moment: Moment, nowMs?: number): string;
  /** A time of day from the wire, `HH:mm:ss`, which belongs to no zone. */
  clock(time: string | null | undefined): string;
  number(value: number | null | undefined, digits?: number): string;
  /** 0.25 is written 25 %. */
  percent(value: number | null | undefined, digits?: number): string;
  /** A length of time in its one greatest unit, for what need not be exact: 35 min, 3 hr, 2 days. Less than a minute is one. */
  span(lengthMs: number): string;
  bytes(value: number | null | undefined): string;
  money(value: number | string | null | undefined, currency: string): string;
  list(words: readonly string[]): string;
}

const DASH = '–';

/** 3 725 seconds as `01:02:05`. Counts hours on beyond a day. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return DASH;
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** The format of a language and zone; made once, since formatters are dear. */
export const formatOf = (language: Language, zone: string): Format => formats(language)(zone);
const formats = madeOncePer((language: Language) =>
  madeOncePer((zone: string) => make(language, isZone(zone) ? zone : 'UTC')),
);

/** The format for the viewer's language and saved zone. */
export function useFormat(): Format {
  const language = useLanguage();
  return formatOf(language, useViewer()?.timeZone || browserZone());
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function make(language: Language, timeZone: string): Format {
  const dateOptions = { year: 'numeric', month: 'short', day: 'numeric', timeZone } as const;
  const clockOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = madeOnce(() => new Intl.DateTimeFormat(language, options));
    return (moment: Moment) => {
      const at = momentOf(moment);
      return at ? format().format(at) : DASH;
    };
  };
  const date = dates(dateOptions);
  const time = dates({ ...clockOptions, timeZone });
  const ofDay = madeOnce(() => new Intl.DateTimeFormat(language, { ...clockOptions, timeZone: 'UTC' }));
  const relatively = madeOnce(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const lists = madeOnce(() => new Intl.ListFormat(language, { type: 'conjunction' }));
  const numbers = madeOncePer(
    (key: string) => new Intl.NumberFormat(language, JSON.parse(key) as Intl.NumberFormatOptions),
  );
  const digitsOf = (digits: number | undefined) =>
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const write = (value: number | null | undefined, options: Intl.NumberFormatOptions) =>
    value === null || value === undefined || !Number.isFinite(value)
      ? DASH
      : numbers(JSON.stringify(options)).format(value);

  function relative(moment: Moment, nowMs = Date.now()): string {
    const at = momentOf(moment);
    if (!at) return DASH;
    const seconds = (at.getTime() - nowMs) / 1000;
    if (Math.abs(seconds) > 30 * 86_400) return date(at);
    for (const [unit, size] of UNITS) {
      if (Math.abs(seconds) >= size) return relatively().format(Math.trunc(seconds / size), unit);
    }
    return relatively().format(0, 'second');
  }

  function recent(moment: Moment, nowMs = Date.now()): string {
    const at = momentOf(moment);
    if (!at) return DASH;
    const dayOf = (one: Date) => Date.parse(wallTime(one, timeZone).slice(0, 10)) / 86_400_000;
    const days = dayOf(at) - dayOf(new Date(nowMs));
    if (days === 0) return time(at);
    return days === -1 ? relatively().format(-1, 'day') : date(at);
  }

  return {
    date,
    time,
    dateTime: dates({ ...dateOptions, ...clockOptions }),
    exact: dates({ ...dateOptions, ...clockOptions, second: '2-digit' }),
    relative,
    recent,
    clock: (wire) => (wire ? ofDay().format(new Date(`1970-01-01T${wire}Z`)) : DASH),
    number: (value, digits) => write(value, digitsOf(digits)),
    percent: (value, digits) => write(value, { style: 'percent', ...digitsOf(digits) }),
    span(lengthMs) {
      const seconds = Math.max(60, lengthMs / 1_000);
      const [unit, size] = UNITS.find(([, least]) => seconds >= least)!;
      return write(Math.floor(seconds / size), { style: 'unit', unit, unitDisplay: 'short' });
    },
    bytes(value) {
      const size = value ? Math.min(BYTES.length - 1, Math.floor(Math.log10(Math.abs(value)) / 3)) : 0;
      return write(value === null || value === undefined ? value : value / 1000 ** size, {
        style: 'unit',
        unit: BYTES[size]!,
        unitDisplay: 'short',
        maximumFractionDigits: size > 1 ? 1 : 0,
      });
    },
    money: (value, currency) =>
      write(value === null || value === undefined || value === '' ? null : Number(value), {
        style: 'currency',
        currency,
      }),
    list: (words) => lists().format(words),
  };
}

function momentOf(moment: Moment): Date | null {
  if (!moment) return null;
  const at = moment instanceof Date ? moment : fromWire(moment);
  return Number.isNaN(at.getTime()) ? null : at;
}
