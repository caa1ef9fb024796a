import { Pagination } from '@mantine/core';
import { Link } from 'react-router';
import type { FigureName } from '#core/figures/glossary.ts';
import { FigureTable, type FigureColumn } from '#platform/web/figures/figure-table.tsx';
import { useFormat, type Format } from '#platform/web/format.ts';
import { useText, type TextKey } from '#platform/web/i18n.ts';
import { Card } from '#platform/web/ui/page.tsx';
import { fromWire } from '#platform/web/zone.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import {
  statSteps,
  type StatCut,
  type StatFilter,
  type StatReport,
  type StatReportName,
  type StatRow,
  type StatStep,
} from '../../contract.ts';
import { recordsBehind } from '../../core/records-behind.ts';
import { useMayOpenCalls } from '../may-open-calls.ts';
import { AGENT_DAYS_SHOWN } from '../../core/stat-query.ts';
import type { StatAddress } from '../../contract/report-views.ts';
import { timeName } from '../time-name.ts';
import { writeFigure } from '../write-figure.ts';
import { Was } from './growth.tsx';

interface ReportTableProps {
  report: StatReportName;
  data: StatReport;
  filter: StatFilter;
  by: StatCut;
  page: number;
  onChange: (change: StatAddress) => void;
}

type Shown = StatRow & { key: string; name: string };

const isStep = (by: StatCut): by is StatStep => (statSteps as readonly string[]).includes(by);

/** The rows of a report; every number of calls leads to them. */
export function ReportTable({ report, data, filter, by, page, onChange }: ReportTableProps) {
  const t = useText();
  const format = useFormat();
  const mayOpen = useMayOpenCalls();
  const nameOf = useRowName(by, format);
  const title = t(`statistics.by.${by}`);
  const columns: FigureColumn<Shown>[] = data.columns.map((name) => ({
    name,
    title: t(`statistics.figure.${name}`),
    hint: t(`statistics.meaning.${name}`),
    value: (row) => row.values[name] ?? null,
    cell: (row) => (
      <Cell
        name={name}
        row={row}
        isCompared={data.earlier !== null}
        to={mayOpen && row.values[name] ? recordsBehind(filter, by, row, name) : null}
      />
    ),
  }));
  const pages = Math.ceil(data.rowCount / AGENT_DAYS_SHOWN);
  return (
    <Card title={title}>
      <FigureTable
        key={`${report} ${by}`}
        label={title}
        first={t(isStep(by) ? 'statistics.first.time' : `statistics.first.${by}`)}
        columns={by === 'agentDay' ? [...dayColumns(t, format), ...columns] : columns}
        sortLabel={(name) => t('statistics.sortBy', { name })}
        rows={data.rows.map((row, place) => ({
          ...row,
          key: `${row.id ?? ''} ${row.place ?? ''} ${row.start ?? ''} ${place}`,
          name: nameOf(row),
        }))}
      />
      {by === 'agentDay' && pages > 1 && (
        <div className="stat-pages">
          <Pagination size="sm" total={pages} value={page} onChange={(next) => onChange({ page: String(next) })} />
        </div>
      )}
    </Card>
  );
}

function Cell({ name, row, isCompared, to }: { name: FigureName; row: Shown; isCompared: boolean; to: string | null }) {
  const t = useText();
  const format = useFormat();
  const written = writeFigure(name, row.values[name], format);
  return (
    <>
      {to ? (
        <Link to={to} title={t('statistics.openCalls')}>
          {written}
        </Link>
      ) : (
        written
      )}
      {isCompared && <Was name={name} now={row.values[name]} before={row.earlier?.[name]} />}
    </>
  );
}

const dayColumns = (t: ReturnType<typeof useText>, format: Format): FigureColumn<Shown>[] =>
  (['firstIn', 'lastOut'] as const).map((name) => ({
    name,
    title: t(`statistics.${name}`),
    hint: t(`statistics.${name}Hint`),
    value: (row) => (row[name] ? fromWire(row[name]).getTime() : null),
    cell: (row) => format.time(row[name]),
  }));

const without = {
  agent: 'statistics.none.agent',
  group: 'statistics.none.group',
  campaign: 'statistics.none.campaign',
  trunk: 'statistics.none.trunk',
  number: 'statistics.none.number',
} as const satisfies Partial<Record<StatCut, TextKey>>;

/** What a row is called: by its time, its place, the word for its code, its own name. */
function useRowName(by: StatCut, format: Format): (row: StatRow) => string {
  const t = useText();
  return ({ id, name, place, start, end }) => {
    if (place) return t(`statistics.place.${place}`);
    if (by === 'agentDay' && start) return `${name || t('statistics.gone')} · ${format.date(start)}`;
    if (isStep(by) && start && end) return timeName({ start, end }, by, format);
    if (by === 'outcome') return labelOf(CallOutcome, id, t);
    if (by === 'result') return labelOf(AiCallResult, id, t);
    if (id === 0 && by in without) return t(without[by as keyof typeof without]);
    return name || t('statistics.gone');
  };
}

/** The label of a code. */
const labelOf = (
  codes: { rows: readonly { code: number; key: string }[] },
  code: number | null,
  t: ReturnType<typeof useText>,
): string => {
  const found = codes.rows.find((row) => row.code === code);
  return found ? t(found.key as TextKey) : '–';
};
