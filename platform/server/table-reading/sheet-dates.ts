import { attribute, elementsOf } from './sheet-xml.ts';

/** Formats every program knows without their text (ECMA-376, 18.8.30). */
const isDateByNumber = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** The styles of a workbook whose numbers are days or times. */
export function dateStyles(styles: string): ReadonlySet<number> {
  const custom = new Map(
    elementsOf(styles, 'numFmt').map(({ head }) => [
      Number(attribute(head, 'numFmtId')),
      isDateFormat(attribute(head, 'formatCode') ?? ''),
    ]),
  );
  const body = elementsOf(styles, 'cellXfs')[0]?.body ?? '';
  return new Set(
    elementsOf(body, 'xf').flatMap(({ head }, index) => {
      const id = Number(attribute(head, 'numFmtId') ?? 0);
      return (custom.get(id) ?? isDateByNumber(id)) ? [index] : [];
    }),
  );
}

/** Letters for years, days, hours or seconds outside of quotes, brackets and escapes. */
function isDateFormat(code: string): boolean {
  const bare = code
    .replaceAll('&quot;', '"')
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ydhs]/i.test(bare) && !/general/i.test(bare);
}

const DAY_MS = 86_400_000;
/** Day 0 of the count; the format takes 1900 for a leap year, so days before March 1900 are one off. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);

/** A day `2026-11-15`, a moment `2026-11-15 08:30:00` or a time `08:30:00`, from the days a sheet counts. */
export function serialText(serial: number, from1904: boolean): string {
  const ms = Math.round((serial * DAY_MS) / 1_000) * 1_000;
  const moment = new Date(
    (from1904 ? EPOCH_1904_MS : EPOCH_MS) + ms + (!from1904 && serial < 60 && serial >= 1 ? DAY_MS : 0),
  );
  if (Number.isNaN(moment.getTime()) || serial < 0) return String(serial);
  const text = moment.toISOString();
  if (serial < 1) return text.slice(11, 19);
  return ms % DAY_MS === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}
