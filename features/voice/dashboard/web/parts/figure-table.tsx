import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useState } from 'react';
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
} from '../../core/figures.ts';
import { duration, useFormat, type Format } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import '#platform/web/ui/table/figure-table.css';

/** What a row is about; agents have times besides. */
export interface FigureRow extends Figures {
  key: string;
  name: string;
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
interface Column {
  value(row: FigureRow): number | null;
  write(value: number | null, format: Format): string;
  /** The calls that are the figure. */
  sort?: CallSort;
}

const count = (value: number | null, format: Format): string => format.number(value);
const percent = (value: number | null, format: Format): string => format.percent(value);
const columns: Record<ColumnName, Column> = {
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

interface FigureTableProps<Row extends FigureRow> {
  label: string;
  hint?: string;
  /** Of what the first column is. */
  first: string;
  rows: readonly Row[];
  shown: readonly ColumnName[];
  /** In the order given until somebody sorts. */
  callsOf: (row: Row, sort: CallSort) => string | undefined;
}

/** Figures of a few things beside one another; every number of calls leads to them. */
export function FigureTable<Row extends FigureRow>({
  label,
  hint,
  first,
  rows,
  shown,
  callsOf,
}: FigureTableProps<Row>) {
  const t = useText();
  const format = useFormat();
  const explanation = useId();
  const [sort, setSort] = useState<{ by: ColumnName; up: boolean } | null>(null);
  const sorted = sort
    ? rows.toSorted((a, b) => compare(columns[sort.by].value(a), columns[sort.by].value(b), sort.up))
    : rows;
  return (
    <div className="table-scroll figure-table dash-table">
      {hint && (
        <span id={explanation} hidden>
          {hint}
        </span>
      )}
      <table aria-label={label} aria-describedby={hint ? explanation : undefined}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {shown.map((name) => (
              <th
                key={name}
                scope="col"
                data-align="end"
                aria-sort={sort?.by === name ? (sort.up ? 'ascending' : 'descending') : 'none'}
              >
                <button
                  type="button"
                  className="dash-sort"
                  data-hint={t(`dashboard.hint.${name}`)}
                  aria-label={t('dashboard.sortBy', { name: t(`dashboard.figure.${name}`) })}
                  onClick={() => setSort({ by: name, up: sort?.by === name ? !sort.up : false })}
                >
                  {t(`dashboard.figure.${name}`)}
                  {sort?.by === name &&
                    (sort.up ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {shown.map((name) => {
                const { value, write, sort: behind } = columns[name];
                const found = value(row);
                const to = behind && found ? callsOf(row, behind) : undefined;
                return (
                  <td key={name} data-align="end" className="figures">
                    {to ? (
                      <Link to={to} title={t('dashboard.openCalls')}>
                        {write(found, format)}
                      </Link>
                    ) : (
                      write(found, format)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function compare(a: number | null, b: number | null, up: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return up ? a - b : b - a;
}
