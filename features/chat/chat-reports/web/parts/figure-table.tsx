import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useState } from 'react';
import { ratingOf, type Figures } from '../../core/report.ts';
import { duration, useFormat, type Format } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import type { FiguresOf } from '../../contract.ts';
import '#platform/web/ui/table/figure-table.css';

const columns = ['begun', 'answered', 'unanswered', 'kept', 'wait', 'answer', 'handle', 'transfers', 'rating'] as const;
type ColumnName = (typeof columns)[number];

/** What a column is sorted by; null stands at the end. */
function valueOf(figures: Figures, column: ColumnName): number | null {
  if (column === 'wait' || column === 'answer' || column === 'handle') return figures[column].medianSec;
  if (column === 'rating') return ratingOf(figures.ratings).mean;
  if (column === 'kept')
    return figures.answered + figures.unanswered === 0 ? null : figures.kept / (figures.answered + figures.unanswered);
  return figures[column];
}

interface FigureTableProps {
  title: string;
  hint?: string;
  rows: readonly FiguresOf[];
  promiseSec: number;
  /** Agents have nobody waiting. */
  without?: readonly ColumnName[];
  onOpen: (row: FiguresOf) => void;
}

/** Figures of a few things beside one another; the most conversations first, or as somebody sorts them. */
export function FigureTable({ title, hint, rows, promiseSec, without = [], onOpen }: FigureTableProps) {
  const t = useText();
  const format = useFormat();
  const explanation = useId();
  const [sort, setSort] = useState<{ by: ColumnName; up: boolean }>({ by: 'begun', up: false });
  const shown = columns.filter((name) => !without.includes(name));
  const most = Math.max(1, ...rows.map(({ begun }) => begun));
  const sorted = rows.toSorted(
    (a, b) => compare(valueOf(a, sort.by), valueOf(b, sort.by), sort.up) || b.begun - a.begun || a.id - b.id,
  );
  return (
    <Card title={<span data-hint={hint}>{title}</span>}>
      <span id={explanation} hidden>
        {hint}
      </span>
      <div className="table-scroll figure-table report-table">
        <table aria-label={title} aria-describedby={explanation}>
          <thead>
            <tr>
              <th scope="col">{t('chat-reports.column.name')}</th>
              {shown.map((name) => (
                <th
                  key={name}
                  scope="col"
                  data-align="end"
                  aria-sort={sort.by === name ? (sort.up ? 'ascending' : 'descending') : 'none'}
                >
                  <button
                    type="button"
                    className="report-sort"
                    data-hint={t(`chat-reports.hint.${name}`, { time: duration(promiseSec) })}
                    aria-label={t('chat-reports.sortBy', { name: t(`chat-reports.figure.${name}`) })}
                    onClick={() => setSort({ by: name, up: sort.by === name ? !sort.up : false })}
                  >
                    {t(`chat-reports.figure.${name}`)}
                    {sort.by === name &&
                      (sort.up ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr key={row.id} data-open onClick={() => onOpen(row)}>
                <th scope="row">
                  <button
                    type="button"
                    className="report-name"
                    onClick={(event) => (event.stopPropagation(), onOpen(row))}
                  >
                    {row.name || t('chat-reports.gone')}
                  </button>
                  <span className="report-share" aria-hidden>
                    <i style={{ width: `${(row.begun / most) * 100}%` }} />
                  </span>
                </th>
                {shown.map((name) => (
                  <td key={name} data-align="end" className="figures">
                    <Cell figures={row} column={name} format={format} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function Cell({ figures, column, format }: { figures: Figures; column: ColumnName; format: Format }) {
  if (column === 'wait' || column === 'answer' || column === 'handle') {
    const { medianSec, ninetySec } = figures[column];
    return (
      <>
        {duration(medianSec)}
        {ninetySec !== null && <small className="report-ninety">90 % {duration(ninetySec)}</small>}
      </>
    );
  }
  if (column === 'rating') {
    const { mean, rated } = ratingOf(figures.ratings);
    return (
      <>
        {format.number(mean, 1)}
        {rated > 0 && <small className="report-ninety">{format.number(rated)} ×</small>}
      </>
    );
  }
  if (column === 'kept') return <>{format.percent(valueOf(figures, column))}</>;
  return <>{format.number(figures[column])}</>;
}

function compare(a: number | null, b: number | null, up: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return up ? a - b : b - a;
}
