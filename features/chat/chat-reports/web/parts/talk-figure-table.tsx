import type { ReactNode } from 'react';
import { ratingOf, type ChatFigures } from '../../core/report.ts';
import { FigureTable } from '#platform/web/figures/figure-table.tsx';
import { duration, useFormat, type Format } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import type { FiguresOf } from '../../contract.ts';

const columns = ['begun', 'answered', 'unanswered', 'kept', 'wait', 'answer', 'handle', 'transfers', 'rating'] as const;
type ColumnName = (typeof columns)[number];

/** What a column is sorted by; null stands at the end. */
function valueOf(figures: ChatFigures, column: ColumnName): number | null {
  if (column === 'wait' || column === 'answer' || column === 'handle') return figures[column].medianSec;
  if (column === 'rating') return ratingOf(figures.ratings).mean;
  if (column === 'kept')
    return figures.answered + figures.unanswered === 0 ? null : figures.kept / (figures.answered + figures.unanswered);
  return figures[column];
}

interface TalkFigureTableProps {
  title: string;
  hint?: string;
  rows: readonly FiguresOf[];
  promiseSec: number;
  /** Agents have nobody waiting. */
  without?: readonly ColumnName[];
  onOpen: (row: FiguresOf) => void;
}

/** Figures of conversations; the most of them first, or as somebody sorts them. */
export function TalkFigureTable({ title, hint, rows, promiseSec, without = [], onOpen }: TalkFigureTableProps) {
  const t = useText();
  const format = useFormat();
  const most = Math.max(1, ...rows.map(({ begun }) => begun));
  const named = rows
    .toSorted((a, b) => b.begun - a.begun || a.id - b.id)
    .map((row) => ({ ...row, key: String(row.id), name: row.name || t('chat-reports.gone') }));
  return (
    <Card title={<span data-hint={hint}>{title}</span>}>
      <FigureTable
        label={title}
        hint={hint}
        first={t('chat-reports.column.name')}
        rows={named}
        sortedBy="begun"
        sortLabel={(name) => t('chat-reports.sortBy', { name })}
        columns={columns
          .filter((name) => !without.includes(name))
          .map((name) => ({
            name,
            title: t(`chat-reports.figure.${name}`),
            hint: t(`chat-reports.hint.${name}`, { time: duration(promiseSec) }),
            value: (row: ChatFigures) => valueOf(row, name),
            cell: (row: ChatFigures) => cellOf(row, name, format),
          }))}
        shareOf={({ begun }) => begun / most}
        onOpen={onOpen}
      />
    </Card>
  );
}

function cellOf(figures: ChatFigures, column: ColumnName, format: Format): ReactNode {
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
  if (column === 'kept') return format.percent(valueOf(figures, column));
  return format.number(figures[column]);
}
