import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { readNumber } from './read-number.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

/**
 * The time of day that was said or written, as `HH:mm`: `15:30`, `3:30 pm`, "half past three", "las tres y media de la tarde", 下午三点半,
 * "setengah empat sore". Null when none was meant, or there is no such time.
 */
export function readTime(text: string, language: CustomerLanguage): string | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  if (/\b(midnight|medianoche|tengah malam)\b|午夜/.test(plain)) return '00:00';
  const read =
    inFigures(plain) ??
    inWords(plain, language) ??
    (/\b(noon|midday|mediodia)\b|正午/.test(plain) ? { hour: 12, minute: 0 } : null);
  if (!read) return null;
  const hour = byDayPart(read.hour, plain);
  return hour >= 0 && hour < 24 && read.minute >= 0 && read.minute < 60 ? `${pad(hour)}:${pad(read.minute)}` : null;
}

/** What of a sentence about a day and its time speaks of the time; figures of the day are none. */
const beside = [
  /\d{1,2}[:h]\d{2}(?!\d).*/,
  /\b\w+ ?[ap]\.? ?m\b.*/,
  /\bat .+/,
  /\b(?:a|para) las? .+/,
  /\b(?:jam|pukul) .+/,
  /(?:\d{1,2}|[零一二两三四五六七八九十]{1,3})[点點时時].*/,
  /\b(?:noon|midday|midnight|mediodia|medianoche|tengah malam)\b|正午|午夜/,
];

/** The time of day in what was said of a day and its time ("tomorrow at three in the afternoon"); null when only the day was said. */
export function readTimeBeside(text: string, language: CustomerLanguage): string | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const part = beside.map((pattern) => pattern.exec(plain)?.[0]).find((found) => found !== undefined);
  const time = part === undefined ? null : readTime(part, language);
  if (time === null || part === plain) return time;
  // "In the afternoon" may stand before the time.
  const hour = byDayPart(Number(time.slice(0, 2)), plain);
  return `${pad(hour)}${time.slice(2)}`;
}

interface Clock {
  hour: number;
  minute: number;
}

function inFigures(plain: string): Clock | null {
  const written = /\b(\d{1,2})[:.h](\d{2})\b/.exec(plain) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(plain);
  return written ? { hour: Number(written[1]), minute: Number(written[2]) } : null;
}

function inWords(plain: string, language: CustomerLanguage): Clock | null {
  const number = (words: string | undefined): number | null =>
    words === undefined ? null : readNumber(words, language);
  const shaped = shapes[language]?.(plain, number) ?? (language === 'en' ? null : (shapes.en?.(plain, number) ?? null));
  return shaped ?? hourAlone(plain, language);
}

type Shape = (plain: string, number: (words: string | undefined) => number | null) => Clock | null;

const minutesTo = (hour: number | null, minute: number | null): Clock | null =>
  hour === null || minute === null ? null : { hour: (hour + 23) % 24 || 12, minute: 60 - minute };
const minutesPast = (hour: number | null, minute: number | null): Clock | null =>
  hour === null || minute === null ? null : { hour, minute };

const shapes: Partial<Record<CustomerLanguage, Shape>> = {
  en(plain, number) {
    const quarter = /\b(half past|quarter past|quarter to) (.+)/.exec(plain);
    if (quarter)
      return quarter[1] === 'quarter to'
        ? minutesTo(number(quarter[2]), 15)
        : minutesPast(number(quarter[2]), quarter[1] === 'half past' ? 30 : 15);
    const spoken = /\b(.+?) (past|to) (.+)/.exec(plain);
    if (spoken && number(spoken[1]) !== null && number(spoken[3]) !== null)
      return spoken[2] === 'to'
        ? minutesTo(number(spoken[3]), number(spoken[1]))
        : minutesPast(number(spoken[3]), number(spoken[1]));
    const two =
      /\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (oh \w+|fifteen|thirty|forty[ -]?five|ten|twenty|forty|fifty)\b/.exec(
        plain,
      );
    return two ? minutesPast(number(two[1]), number(two[2])) : null;
  },
  es(plain, number) {
    const quarter = /\b(?:las|la)\s+(.+?) (y media|y cuarto|menos cuarto)\b/.exec(plain);
    if (quarter)
      return quarter[2] === 'menos cuarto'
        ? minutesTo(number(quarter[1]), 15)
        : minutesPast(number(quarter[1]), quarter[2] === 'y media' ? 30 : 15);
    const spoken = /\b(?:las|la)\s+(\S+) (?:y|con) (\S+(?: y (?!media)\S+)?)/.exec(plain);
    return spoken && number(spoken[2]) !== null ? minutesPast(number(spoken[1]), number(spoken[2])) : null;
  },
  id(plain, number) {
    // Half four is half past three here.
    const half = /\bsetengah (\S+)/.exec(plain);
    if (half) return minutesTo(number(half[1]), 30);
    const spoken = /\b(?:jam|pukul)\s+(.+?) (lewat|kurang) (seperempat|.+)/.exec(plain);
    if (!spoken) return null;
    const minute = spoken[3]!.startsWith('seperempat') ? 15 : number(spoken[3]);
    return spoken[2] === 'kurang' ? minutesTo(number(spoken[1]), minute) : minutesPast(number(spoken[1]), minute);
  },
  zh(plain, number) {
    const spoken =
      /(\d{1,2}|[零一二两三四五六七八九十]{1,3})[点點时時](?:(半)|(一刻)|(三刻)|(\d{1,2}|[零一二三四五六七八九十]{1,3})分?)?/.exec(
        plain,
      );
    if (!spoken) return null;
    const minute = spoken[2] ? 30 : spoken[3] ? 15 : spoken[4] ? 45 : spoken[5] ? number(spoken[5]) : 0;
    return minutesPast(number(spoken[1]), minute);
  },
};

/** "at three", "three o'clock", "a las tres", "jam tiga", `3 pm`. */
function hourAlone(plain: string, language: CustomerLanguage): Clock | null {
  const hour = readNumber(plain, language);
  return hour !== null && Number.isInteger(hour) && hour >= 0 && hour <= 24 ? { hour: hour % 24, minute: 0 } : null;
}

const AFTER_NOON =
  /\b(pm|p m|p\.m|in the afternoon|in the evening|at night|tonight|de la tarde|de la noche|por la tarde|sore|malam|siang)\b|下午|晚上|中午/;
const BEFORE_NOON = /\b(am|a m|a\.m|in the morning|de la manana|de la madrugada|pagi)\b|上午|早上|凌晨/;

function byDayPart(hour: number, plain: string): number {
  // Figures may stand right before it: `3pm`.
  const spaced = plain.replace(/(\d)([ap])\.?m\b/g, '$1 $2m');
  if (AFTER_NOON.test(spaced)) {
    const isMorningHour = hour < 12 && !(hour >= 10 && /\bsiang\b|中午/.test(spaced));
    return isMorningHour ? hour + 12 : hour;
  }
  return BEFORE_NOON.test(spaced) && hour === 12 ? 0 : hour;
}
