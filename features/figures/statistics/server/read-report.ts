import { figureValues, type FigureName, type GlossaryValues } from '#core/figures/glossary.ts';
import { waitSteps } from '#core/figures/waits.ts';
import { settingOf } from '#features/team/access/server/index.ts';
import { Failure } from '#shared/errors.ts';
import { toWireTime } from '#shared/wire-time.ts';
import type { GoneStep, StatFilter, StatReport, StatReportName, StatRow } from '../contract.ts';
import { chartedColumns, reportColumns } from '../core/columns.ts';
import { agentEfficiency, callEfficiency, callInLoss, dayReport } from './call-reports.ts';
import { aiOutbound, daysThatCame, statusReport, type RowPage } from './other-reports.ts';
import { isStep, stepOf, type ReadReport, type UntoldRow, type ReportWish, type ReportWorld } from './read-parts.ts';

const readers: Record<StatReportName, (world: ReportWorld, wish: ReportWish, page: RowPage) => Promise<ReadReport>> = {
  agentEfficiency,
  callInLoss,
  dayReport,
  status: statusReport,
  aiOutbound,
  callEfficiency,
};
const allRows: RowPage = { page: 1, size: 1_000_000 };

/** A report, and beside it the same of the days it is compared with. */
export async function readReport(
  world: ReportWorld,
  report: StatReportName,
  { earlier: before, by, ...filter }: StatFilter & { by: ReportWish['by'] },
  page: RowPage = allRows,
): Promise<StatReport> {
  if (report === 'status') await assertStatusReport(world);
  const wish = { ...filter, by };
  const [now, then] = await Promise.all([
    readers[report](world, wish, page),
    before
      ? readers[report](world, { ...wish, ...before }, { ...page, daysMost: daysThatCame(wish, world.nowMs) })
      : null,
  ]);
  const columns = reportColumns(report, wish);
  const charted = chartedColumns(report, columns);
  const step = stepOf(wish);
  return {
    columns,
    charted,
    total: figureValues(columns, now.total),
    earlier: then && figureValues(columns, then.total),
    rows: inOrder(report, by, columns, rowsOf(columns, now.rows, then && then.rows)),
    rowCount: now.rowCount ?? now.rows.length,
    step,
    series: now.series.map((sums, place) => ({
      start: toWireTime(now.starts[place]!),
      end: toWireTime(now.starts[place + 1] ?? now.range.toMs),
      values: figureValues(charted, sums),
      earlier: then?.series[place] ? figureValues(charted, then.series[place]) : null,
    })),
    ...(report === 'callInLoss' ? { gone: goneSteps(now, then) } : {}),
  };
}

/** The tenant may do without it. */
export async function assertStatusReport(world: Pick<ReportWorld, 'db' | 'tenantId'>): Promise<void> {
  const { db, tenantId } = world;
  if ((await db.tenant({ tenantId }, (tx) => settingOf(tx, 'AgentStatusEnable'))) === 'false')
    throw new Failure('notAllowed');
}

/** Which row of other days is the same one: by who or what it is, of times by their place. */
const sameOf = ({ id, place, span }: UntoldRow, at: number): string =>
  id === null && place === undefined ? `at ${at}` : `${id ?? ''} ${place ?? ''} ${span && id !== null ? at : ''}`;

function rowsOf(
  columns: readonly FigureName[],
  rows: readonly UntoldRow[],
  then: readonly UntoldRow[] | null,
): StatRow[] {
  const before = new Map(then?.map((row, at) => [sameOf(row, at), row.sums]));
  const wire = (ms: number | null): string | null => (ms === null ? null : toWireTime(ms));
  return rows.map((row, at) => {
    const { id, name, place, span, sums, firstInMs, lastOutMs } = row;
    const earlier = before.get(sameOf(row, at));
    return {
      id,
      name,
      ...(place ? { place } : {}),
      ...(span ? { start: toWireTime(span.fromMs), end: toWireTime(span.toMs) } : {}),
      values: figureValues(columns, sums),
      earlier: earlier ? figureValues(columns, earlier) : null,
      ...(firstInMs === undefined ? {} : { firstIn: wire(firstInMs) }),
      ...(lastOutMs === undefined ? {} : { lastOut: wire(lastOutMs) }),
    };
  });
}

/** Times and places as they come; of others those with the most first. */
function inOrder(
  report: StatReportName,
  by: ReportWish['by'],
  columns: readonly FigureName[],
  rows: StatRow[],
): StatRow[] {
  if (isStep(by) || by === 'place' || by === 'agentDay') return rows;
  const most = report === 'callInLoss' ? 'lostCalls' : columns[0]!;
  const of = ({ values }: { values: GlossaryValues }): number => values[most] ?? 0;
  return rows.toSorted((a, b) => of(b) - of(a) || (a.id ?? 0) - (b.id ?? 0));
}

function goneSteps(now: ReadReport, then: ReadReport | null): GoneStep[] {
  const counts = ({ total }: ReadReport): readonly number[] => total.loss?.gone ?? [];
  return Array.from({ length: waitSteps.length + 1 }, (_, step) => ({
    fromSec: step === 0 ? 0 : waitSteps[step - 1]! + 1,
    toSec: waitSteps[step] ?? null,
    calls: counts(now)[step] ?? 0,
    earlier: then ? (counts(then)[step] ?? 0) : null,
  }));
}
