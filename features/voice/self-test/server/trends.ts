import type { Trend } from '../contract.ts';
import type { DayRow } from './line-check.repo.ts';

const rounded = (mos: number): number => Math.round(mos * 100) / 100;

/** Puts the days of each subject together; the mean of all counts every call once, not every day. */
export function trendsOf(rows: readonly DayRow[], nameOf: (row: DayRow) => string): Trend[] {
  const byId = new Map<number, DayRow[]>();
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row]);
  return [...byId.values()].map((days) => {
    const scored = days.filter((row): row is DayRow & { mos: number } => row.mos !== null);
    const sum = (of: (row: DayRow) => number, list: readonly DayRow[] = days): number =>
      list.reduce((total, row) => total + of(row), 0);
    const weight = sum(({ count }) => count, scored);
    return {
      id: days[0]!.id,
      name: nameOf(days[0]!),
      mos: weight === 0 ? null : rounded(scored.reduce((total, { mos, count }) => total + mos * count, 0) / weight),
      count: sum(({ count }) => count),
      poor: sum(({ poor }) => poor),
      days: scored.map(({ day, mos, count }) => ({ day, mos: rounded(mos), count })),
    };
  });
}

/** Who comes after these is well. */
const SHOWN_MOST = 200;

/** The worst first. */
export const worstFirst = (trends: readonly Trend[]): Trend[] =>
  [...trends].sort((a, b) => (a.mos ?? 9) - (b.mos ?? 9) || a.id - b.id).slice(0, SHOWN_MOST);
