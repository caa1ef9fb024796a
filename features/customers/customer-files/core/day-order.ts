/** Which of day and month a column of days writes first. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** How the days of a column are to be read; `either`: nothing in it tells, or it contradicts itself. */
export interface ColumnDays {
  order: DayOrder | 'either';
  /** Days as the file writes them, which read both ways where there are such. */
  examples: string[];
}

const TURNED = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}$/;
const MONTHS = 12;
const EXAMPLES = 2;

/** What the values of a column say about the order of day and month; null where none is written that way. */
export function columnDays(values: readonly string[]): ColumnDays | null {
  let [dayFirst, monthFirst] = [false, false];
  const [unclear, days] = [new Set<string>(), new Set<string>()];
  for (const value of values) {
    const parts = TURNED.exec(value.trim());
    if (!parts) continue;
    const [one, two] = [Number(parts[1]), Number(parts[2])];
    days.add(value.trim());
    if (one > MONTHS && two <= MONTHS) dayFirst = true;
    else if (two > MONTHS && one <= MONTHS) monthFirst = true;
    else if (one !== two) unclear.add(value.trim());
  }
  if (days.size === 0) return null;
  const examples = [...unclear, ...days].filter((day, place, all) => all.indexOf(day) === place).slice(0, EXAMPLES);
  // The same day twice, as 05/05/2024, reads alike in both orders.
  const isClear = dayFirst !== monthFirst || (!dayFirst && unclear.size === 0);
  return { order: isClear ? (monthFirst ? 'monthFirst' : 'dayFirst') : 'either', examples };
}
