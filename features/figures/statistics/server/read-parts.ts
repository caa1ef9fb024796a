import { cutDays, type CalendarStep } from '#core/calendar/day-steps.ts';
import type { TimeRange } from '#core/calendar/day-range.ts';
import type { FigureSums } from '#core/figures/figure-sums.ts';
import type { LossPlace } from '#core/figures/loss.ts';
import type { Db, TenantTx } from '#platform/server/db/db.ts';
import { statSteps, type StatCut, type StatFilter } from '../contract.ts';

/** For whom a report is read, and when. */
export interface ReportWorld {
  db: Db;
  tenantId: number;
  nowMs: number;
}

/** The days, what they are narrowed to, and how they are cut. */
export interface ReportWish extends Omit<StatFilter, 'earlier'> {
  by: StatCut;
}

/** A row before its figures are told. */
export interface UntoldRow {
  id: number | null;
  name: string;
  place?: LossPlace;
  sums: FigureSums;
  firstInMs?: number | null;
  lastOutMs?: number | null;
  span?: TimeRange;
}

/** What a span of days comes to. */
export interface ReadReport {
  total: FigureSums;
  rows: UntoldRow[];
  /** More than the rows where they come in pages. */
  rowCount?: number;
  /** One for each of `starts`. */
  series: FigureSums[];
  starts: number[];
  range: TimeRange;
}

export const isStep = (by: StatCut): by is CalendarStep => (statSteps as readonly string[]).includes(by);

const DAILY_MOST = 92;
const DAY_MS = 86_400_000;

/** How times are cut: as the rows are, else so that a chart can be read. */
export function stepOf({ by, from, to }: Pick<ReportWish, 'by' | 'from' | 'to'>): CalendarStep {
  if (isStep(by)) return by;
  if (from === to) return 'hour';
  return Date.parse(to) - Date.parse(from) < DAILY_MOST * DAY_MS ? 'day' : 'week';
}

export const cutOf = (wish: ReportWish): { starts: number[]; range: TimeRange } => cutDays(wish, stepOf(wish));

/** Asks in a transaction of its own, so that several questions are asked side by side. */
export const asker =
  ({ db, tenantId }: ReportWorld) =>
  <Answer>(question: (tx: TenantTx) => Promise<Answer>): Promise<Answer> =>
    db.readAside({ tenantId }, question);

/** Cells of steps, by their place. */
export const bySteps = <Cell extends { step: number | null }>(
  cells: readonly Cell[],
  starts: readonly number[],
): Cell[][] => {
  const found = Map.groupBy(
    cells.filter(({ step }) => step !== null),
    ({ step }) => step,
  );
  return starts.map((_, place) => found.get(place + 1) ?? []);
};

/** Cells by something else. */
export const byKey = <Cell, Key>(cells: readonly Cell[], key: (cell: Cell) => Key | null): [Key, Cell[]][] => [
  ...Map.groupBy(
    cells.filter((cell) => key(cell) !== null),
    (cell) => key(cell) as Key,
  ),
];

/** Times as rows. */
export const timeRows = (sums: readonly FigureSums[], starts: readonly number[], range: TimeRange): UntoldRow[] =>
  sums.map((one, place) => ({
    id: null,
    name: '',
    sums: one,
    span: { fromMs: starts[place]!, toMs: starts[place + 1] ?? range.toMs },
  }));
