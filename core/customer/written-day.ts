/** How a column writes days; `unknown`: nobody said, and it is not guessed. */
export type WrittenOrder = 'dayFirst' | 'monthFirst' | 'unknown';

const TURNED = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/;

/** The three orders of `DateFormat`. Of day and month the field says which comes first, unless only the other can be meant. */
export function readDay(text: string, monthFirst: boolean): string | null {
  const turned = TURNED.exec(text);
  if (!turned) return readYearFirst(text);
  const [, one, two, year] = turned as unknown as [string, string, string, string];
  const isMonthFirst = Number(two) > 12 || (monthFirst && Number(one) <= 12);
  return isMonthFirst ? dateOf(year, one, two) : dateOf(year, two, one);
}

/** A day of a column that has one order: what does not fit it is none; `either` where no order is known and both fit. */
export function readOrderedDay(text: string, order: WrittenOrder): string | 'either' | null {
  const turned = TURNED.exec(text);
  if (!turned) return readYearFirst(text);
  const [, one, two, year] = turned as unknown as [string, string, string, string];
  const dayFirst = order === 'monthFirst' ? null : dateOf(year, two, one);
  const monthFirst = order === 'dayFirst' ? null : dateOf(year, one, two);
  return dayFirst && monthFirst && dayFirst !== monthFirst ? 'either' : (dayFirst ?? monthFirst);
}

function readYearFirst(text: string): string | null {
  const parts = YEAR_FIRST.exec(text);
  return parts && dateOf(parts[1]!, parts[2]!, parts[3]!);
}

function dateOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
