import type { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { DateFormat } from '#shared/codes/date-format.ts';
import { numberWord, wordsOf } from './number-words.ts';
import { readNumber } from './read-number.ts';

const DAY_MS = 86_400_000;

const months: readonly string[][] = [
  ['january', 'enero', 'januari', 'jan'],
  ['february', 'febrero', 'februari', 'feb'],
  ['march', 'marzo', 'maret', 'mar'],
  ['april', 'abril', 'apr'],
  ['may', 'mayo', 'mei'],
  ['june', 'junio', 'juni', 'jun'],
  ['july', 'julio', 'juli', 'jul'],
  ['august', 'agosto', 'agustus', 'aug'],
  ['september', 'septiembre', 'setiembre', 'sep'],
  ['october', 'octubre', 'oktober', 'oct'],
  ['november', 'noviembre', 'nov'],
  ['december', 'diciembre', 'desember', 'dec'],
];
/** Monday first. */
const weekdays: readonly string[][] = [
  ['monday', 'lunes', 'senin'],
  ['tuesday', 'martes', 'selasa'],
  ['wednesday', 'miercoles', 'rabu'],
  ['thursday', 'jueves', 'kamis'],
  ['friday', 'viernes', 'jumat'],
  ['saturday', 'sabado', 'sabtu'],
  ['sunday', 'domingo', 'minggu'],
];
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );

/** Before the shorter ones they contain: the day after tomorrow, then tomorrow. */
const relative: readonly [RegExp, number][] = [
  [/\b(day after tomorrow|pasado manana|lusa|besok lusa)\b|后天/, 2],
  [/\b(day before yesterday|anteayer|antier|kemarin lusa)\b|前天/, -2],
  [/\b(tomorrow|besok)\b|明天|明日/, 1],
  [/\b(yesterday|ayer|kemarin)\b|昨天/, -1],
  [/\b(today|tonight|hoy|esta noche|hari ini|malam ini)\b|今天|今日|今晚/, 0],
];

/**
 * The day that was said or written, as `YYYY-MM-DD`: figures in the order the format names, words such as "tomorrow", "next Friday", "the
 * third of May" or 五月三号. A day without a year is the next one to come. Null when none was meant, or there is no such day.
 */
export function readDate(text: string, language: CustomerLanguage, today: string, format: number): string | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return (
    inFigures(plain, format) ??
    relativeDay(plain, language, today) ??
    monthAndDay(plain, language, today) ??
    weekday(plain, today)
  );
}

function inFigures(plain: string, format: number): string | null {
  const iso = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(plain);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const turned = /\b(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\b/.exec(plain) ?? /^\s*(\d{2})(\d{2})(\d{4})\s*$/.exec(plain);
  if (!turned) return null;
  const [one, two, year] = [Number(turned[1]), Number(turned[2]), Number(turned[3])];
  const monthFirst = two > 12 || (format === DateFormat.monthFirst && one <= 12);
  return monthFirst ? dayOf(year, one, two) : dayOf(year, two, one);
}

function relativeDay(plain: string, language: CustomerLanguage, today: string): string | null {
  const found = relative.find(([pattern]) => pattern.test(plain));
  if (found) return plus(today, found[1]);
  // In Spanish the morning and tomorrow are one word: "mañana por la mañana" is tomorrow, "de la mañana" is not.
  if (/\bmanana\b/.test(plain.replace(/\b(de|en|por) la manana\b/g, ''))) return plus(today, 1);
  const inDays =
    /\b(?:in|en|dentro de|dalam)\s+(.{1,30}?)\s*(days?|weeks?|dias?|semanas?|hari|minggu)\b|(.{1,5}?)(天|周|个星期)[以之]?后/.exec(
      plain,
    ) ?? /()()(.{1,12}?)\s*(hari|minggu) lagi\b/.exec(plain);
  if (!inDays) return null;
  const count = readNumber(inDays[1] || inDays[3] || '', language) ?? (/\ba\b/.test(inDays[1] ?? '') ? 1 : null);
  const isWeeks = /^(week|semana|minggu|周|个星期)/.test(inDays[2] || inDays[4] || '');
  return count === null || count > 3_660 ? null : plus(today, Math.round(count) * (isWeeks ? 7 : 1));
}

function monthAndDay(plain: string, language: CustomerLanguage, today: string): string | null {
  const han =
    /(?:(\d{4}|[〇零一二三四五六七八九]{4})年)?\s*(\d{1,2}|[一二三四五六七八九十]{1,3})月\s*(\d{1,2}|[一二三四五六七八九十]{1,3})[日号號]?/.exec(
      plain,
    );
  if (han)
    return withYear(
      han[1] ? yearOf(han[1]) : null,
      readNumber(han[2]!, 'zh') ?? 0,
      readNumber(han[3]!, 'zh') ?? 0,
      today,
    );
  const words = wordsOf(plain);
  const at = words.findIndex((word) => months.some((names) => names.includes(word)));
  if (at < 0) return null;
  const month = months.findIndex((names) => names.includes(words[at]!)) + 1;
  const rest = [...words.slice(0, at), ' ', ...words.slice(at + 1)];
  const year = rest.find((word) => /^\d{4}$/.test(word));
  const day =
    dayNumber(words.slice(Math.max(0, at - 5), at), language) ??
    dayNumber(
      words.slice(at + 1, at + 4).filter((word) => word !== year),
      language,
    );
  return day === null ? null : withYear(year === undefined ? null : Number(year), month, day, today);
}

/** `third`, `3rd`, `twenty first`, `tres`, `primero`, `tanggal tiga`. */
function dayNumber(words: readonly string[], language: CustomerLanguage): number | null {
  let [day, seen] = [0, false];
  for (const word of words) {
    const ordinal = word === 'thirtieth' ? 30 : ordinals.indexOf(word) + 1;
    if (/^(primero|pertama)$/.test(word)) [day, seen] = [1, true];
    else if (ordinal > 0) [day, seen] = [day + ordinal, true];
    else if (/^\d{1,2}$/.test(word)) [day, seen] = [Number(word), true];
    else if (numberWord(word, language)?.is === 'unit')
      [day, seen] = [day + (numberWord(word, language) as { value: number }).value, true];
    else if (numberWord(word, language)?.is === 'teen') day += 10;
    else if (numberWord(word, language)?.is === 'ten') day *= 10;
  }
  return seen ? day : null;
}

/** The next one; "next Friday" on a Friday is in a week. */
function weekday(plain: string, today: string): string | null {
  const words = wordsOf(plain);
  const named = weekdays.findIndex((names) => names.some((name) => words.includes(name)));
  const han = /(?:星期|周|礼拜)([一二三四五六日天])/.exec(plain);
  const day = named >= 0 ? named : han ? '一二三四五六日'.indexOf(han[1]!.replace('天', '日')) : -1;
  if (day < 0) return null;
  const now = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const ahead = (day - now + 7) % 7;
  // 下周 is the week after this one, whichever day it is now.
  if (/下[个]?(?:星期|周|礼拜)/.test(plain)) return plus(today, day - now + 7);
  return plus(today, ahead === 0 ? 7 : ahead);
}

const yearOf = (text: string): number =>
  Number(
    /^\d/.test(text)
      ? text
      : [...text]
          .map((sign) => '〇零一二三四五六七八九'.indexOf(sign))
          .map((at) => Math.max(0, at - 1))
          .join(''),
  );

function withYear(year: number | null, month: number, day: number, today: string): string | null {
  if (year !== null) return dayOf(year, month, day);
  const thisYear = Number(today.slice(0, 4));
  const [now, later] = [dayOf(thisYear, month, day), dayOf(thisYear + 1, month, day)];
  return now !== null && now >= today ? now : later;
}

/** Null for the thirtieth of February. */
export function dayOf(year: number, month: number, day: number): string | null {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(date) && new Date(date).toISOString().startsWith(text) ? text : null;
}

/** A day so many days later. */
export const plus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
