import { Link } from 'react-router';
import type { CallSort } from '#core/call/call-sorts.ts';
import {
  lateOf,
  meanHandlingSec,
  meanWaitSec,
  occupancy,
  serviceLevel,
  unansweredOf,
  type Figures,
} from '#core/figures/call-figures.ts';
import { FigureTable, type NamedRow } from '#platform/web/figures/figure-table.tsx';
import { duration, useFormat, type Format } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';

/** What a row is about, and its figures; agents have times besides. */
interface CallFigureRow extends Figures, NamedRow {
  readySec?: number;
  awaySec?: number;
  medianWaitSec?: number | null;
  ninetiethWaitSec?: number | null;
}

type ColumnName =
  | 'ended'
  | 'answered'
  | 'unanswered'
  | 'abandoned'
  | 'late'
  | 'serviceLevel'
  | 'wait'
  | 'median'
  | 'ninetieth'
  | 'reached'
  | 'handling'
  | 'ready'
  | 'away'
  | 'occupancy';
interface CallFigure {
  value(row: CallFigureRow): number | null;
  write(value: number | null, format: Format): string;
  /** The calls that are the figure. */
  sort?: CallSort;
}

const count = (value: number | null, format: Format): string => format.number(value);
const percent = (value: number | null, format: Format): string => format.percent(value);
const callFigures: Record<ColumnName, CallFigure> = {
  ended: { value: ({ ended }) => ended, write: count, sort: 'ended' },
  answered: { value: ({ answered }) => answered, write: count, sort: 'answered' },
  unanswered: { value: unansweredOf, write: count, sort: 'unanswered' },
  abandoned: { value: ({ abandoned }) => abandoned, write: count, sort: 'abandoned' },
  late: { value: lateOf, write: count, sort: 'late' },
  serviceLevel: { value: serviceLevel, write: percent },
  wait: { value: meanWaitSec, write: duration },
  median: { value: ({ medianWaitSec }) => medianWaitSec ?? null, write: duration },
  ninetieth: { value: ({ ninetiethWaitSec }) => ninetiethWaitSec ?? null, write: duration },
  reached: { value: ({ reached }) => reached, write: count, sort: 'reached' },
  handling: { value: meanHandlingSec, write: duration },
  ready: { value: ({ readySec }) => readySec ?? null, write: duration },
  away: { value: ({ awaySec }) => awaySec ?? null, write: duration },
  occupancy: { value: (row) => occupancy(row, { readySec: row.readySec ?? 0 }), write: percent },
};
export const callColumns = [
  'ended',
  'answered',
  'unanswered',
  'abandoned',
  'late',
  'serviceLevel',
  'wait',
  'median',
  'ninetieth',
  'reached',
  'handling',
] as const satisfies ColumnName[];
/** Callers stand in lines; what agents call themselves belongs to no group. */
export const groupColumns = callColumns.filter((name) => name !== 'reached');
export const agentColumns = [
  'ended',
  'answered',
  'unanswered',
  'reached',
  'wait',
  'handling',
  'ready',
  'away',
  'occupancy',
] as const satisfies ColumnName[];

interface CallFigureTableProps<Row extends CallFigureRow> {
  label: string;
  hint?: string;
  /** Of what the first column is. */
  first: string;
  rows: readonly Row[];
  shown: readonly ColumnName[];
  callsOf: (row: Row, sort: CallSort) => string | undefined;
}

/** Figures of calls; every number of calls leads to them. */
export function CallFigureTable<Row extends CallFigureRow>({ shown, callsOf, ...table }: CallFigureTableProps<Row>) {
  const t = useText();
  const format = useFormat();
  return (
    <FigureTable
      {...table}
      sortLabel={(name) => t('dashboard.sortBy', { name })}
      columns={shown.map((name) => {
        const { value, write, sort } = callFigures[name];
        return {
          name,
          title: t(`dashboard.figure.${name}`),
          hint: t(`dashboard.hint.${name}`),
          value,
          cell: (row: Row) => {
            const found = value(row);
            const written = write(found, format);
            const to = sort && found ? callsOf(row, sort) : undefined;
            return to ? (
              <Link to={to} title={t('dashboard.openCalls')}>
                {written}
              </Link>
            ) : (
              written
            );
          },
        };
      })}
    />
  );
}
