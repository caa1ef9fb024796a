import type { Holiday } from './business-hours.ts';

/** A list of days as somebody pastes it: `2026-12-25 Christmas`, `12-25, Christmas` or `25/12/2026;Christmas`, a line each. */
export function readHolidays(text: string): { holidays: Holiday[]; wrong: string[] } {
  const holidays = new Map<string, Holiday>();
  const wrong: string[] = [];
  for (const line of text
    .split(/\r?\n/)
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [, date = '', name = ''] = /^"?([\d./-]+)"?[\s,;:\t]+"?(.*?)"?$/.exec(line) ?? [];
    const read = readDate(date);
    if (read === null || name.trim() === '') wrong.push(line);
    else holidays.set(read, { date: read, name: name.trim().slice(0, 60), hours: [] });
  }
  return { holidays: [...holidays.values()], wrong };
}

/** Year first, or day first where the year comes last; two numbers are month and day. */
function readDate(text: string): string | null {
  const parts = text.split(/[./-]/).map(Number);
  if (parts.some((part) => !Number.isInteger(part))) return null;
  const [a, b, c] = parts;
  if (parts.length === 2) return isDay(2024, a!, b!) ? `${two(a!)}-${two(b!)}` : null;
  if (parts.length !== 3) return null;
  const [year, month, day] = a! > 31 ? [a!, b!, c!] : [c!, b!, a!];
  return year >= 1_000 && isDay(year, month, day) ? `${year}-${two(month)}-${two(day)}` : null;
}

const two = (number: number): string => String(number).padStart(2, '0');

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
