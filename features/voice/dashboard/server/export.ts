import { daysRange, wallTime } from '#core/calendar/day-range.ts';
import {
  abandonRate,
  meanHandlingSec,
  meanWaitSec,
  occupancy,
  serviceLevel,
  unansweredOf,
  type Figures,
} from '#core/figures/call-figures.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import {
  tableFile,
  tableFileName,
  tableMediaTypes,
  type Cell,
  type ColumnKind,
  type Row,
  type TableFileKind,
} from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { DashboardFilter, DashboardTable, FiguresOfAgent, Percentiles } from '../contract.ts';
import { figuresRepo, readDashboard } from './figures.repo.ts';

const KIND = 'dashboard.table';

type Wish = DashboardFilter & { table: DashboardTable; kind: TableFileKind };
/** As it is kept: with what group and agent were called then. */
type Task = Wish & { group?: string; agent?: string };

export const figuresExport = (world: Pick<World, 'db' | 'texts' | 'clock'>): Export<Task> => ({
  kind: KIND,
  namesPeople: false,
  access: 'dashboard.export',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, wish, progress) => write(world, caller, wish, progress),
});

/** Asks for a table in the caller's transaction. Answers the id of the download. */
export const askForTable = ({ db, clock }: Pick<World, 'db' | 'clock'>, caller: Caller, wish: Wish): Promise<number> =>
  db.tenant(caller, async (tx) => {
    const fileName = tableFileName(wish.kind, {
      stem: `calls-${wish.table}`,
      zone: wish.zone,
      atMs: clock.nowMs(),
      days: [wish.from, wish.to],
    });
    caller.operation.note(fileName);
    const repo = figuresRepo(tx);
    const group = wish.group_id ? (await repo.groups()).get(wish.group_id)?.name : undefined;
    const agent = wish.agent_id ? (await repo.people([wish.agent_id])).get(wish.agent_id) : undefined;
    return requestExport(
      tx,
      { ...caller, timeZone: wish.zone },
      {
        fileName,
        feature: 'dashboard',
        kind: KIND,
        params: {
          ...wish,
          ...(group === undefined ? {} : { group }),
          ...(agent === undefined ? {} : { agent }),
        } satisfies Task,
      },
    );
  });

interface Column<Of> {
  /** `dashboard.column.<name>` */
  name: string;
  cell(of: Of): Cell;
}

const whole = (value: number | null): Cell => (value === null ? null : Math.round(value));
const hundredths = (share: number | null): Cell => (share === null ? null : Math.round(share * 10_000) / 100);

const figureColumns: Column<Figures>[] = [
  { name: 'ended', cell: ({ ended }) => ended },
  { name: 'inbound', cell: ({ inbound }) => inbound },
  { name: 'answered', cell: ({ answered }) => answered },
  { name: 'unanswered', cell: unansweredOf },
  { name: 'abandoned', cell: ({ abandoned }) => abandoned },
  { name: 'abandonRate', cell: (figures) => hundredths(abandonRate(figures)) },
  { name: 'inLine', cell: ({ inLine }) => inLine },
  { name: 'lost', cell: ({ lost }) => lost },
  { name: 'inTime', cell: ({ inTime }) => inTime },
  { name: 'serviceLevel', cell: (figures) => hundredths(serviceLevel(figures)) },
  { name: 'meanWait', cell: (figures) => whole(meanWaitSec(figures)) },
  { name: 'longestWait', cell: ({ longestWaitSec }) => longestWaitSec },
  { name: 'outbound', cell: ({ outbound }) => outbound },
  { name: 'reached', cell: ({ reached }) => reached },
  { name: 'internal', cell: ({ internal }) => internal },
  { name: 'meanHandling', cell: (figures) => whole(meanHandlingSec(figures)) },
  { name: 'talk', cell: ({ talkSec }) => talkSec },
  { name: 'hold', cell: ({ holdSec }) => holdSec },
  { name: 'wrapUp', cell: ({ wrapUpSec }) => wrapUpSec },
];
const waitColumns: Column<Percentiles>[] = [
  { name: 'medianWait', cell: ({ medianWaitSec }) => medianWaitSec },
  { name: 'ninetiethWait', cell: ({ ninetiethWaitSec }) => ninetiethWaitSec },
];
const agentColumns: Column<FiguresOfAgent>[] = [
  { name: 'ready', cell: ({ readySec }) => readySec },
  { name: 'away', cell: ({ awaySec }) => awaySec },
  { name: 'occupancy', cell: (figures) => hundredths(occupancy(figures, figures)) },
];
const firstColumns: Record<DashboardTable, { name: string; kind: ColumnKind }> = {
  times: { name: 'time', kind: 'moment' },
  groups: { name: 'group', kind: 'text' },
  agents: { name: 'agent', kind: 'text' },
};

function write(
  world: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  wish: Task,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  const say = (key: string) => world.texts.say(caller.language, `dashboard.${key}`);
  const columns: { name: string; kind?: ColumnKind }[] = [
    firstColumns[wish.table],
    ...figureColumns,
    ...(wish.table === 'agents' ? agentColumns : waitColumns),
  ];
  const range = daysRange(wish.from, wish.to, wish.zone);
  const notes: [string, Cell][] = [
    [say('zone'), wish.zone],
    [say('from'), wallTime(range.fromMs, wish.zone)],
    [say('to'), wallTime(range.toMs, wish.zone)],
    ...(wish.group === undefined ? [] : [[say('column.group'), wish.group] as [string, Cell]]),
    ...(wish.agent === undefined ? [] : [[say('column.agent'), wish.agent] as [string, Cell]]),
  ];
  return tableFile(wish.kind, {
    notes,
    columns: columns.map(({ name, kind = 'text' }) => ({
      title: say(`column.${name}`),
      kind,
      width: kind === 'moment' ? 20 : 16,
    })),
    batches: rows(),
    sheets: { table: say(`table.${wish.table}`), notes: world.texts.say(caller.language, 'downloads.about') },
    atMs: world.clock.nowMs(),
  });

  async function* rows(): AsyncGenerator<readonly Row[]> {
    const { times, groups, agents } = await readDashboard(world.db, caller, wish, world.clock.nowMs());
    const cells = (of: Figures) => figureColumns.map(({ cell }) => cell(of));
    const waits = (of: Percentiles) => waitColumns.map(({ cell }) => cell(of));
    if (wish.table === 'times')
      yield times.map((row) => [wallTime(fromWireTime(row.start), wish.zone), ...cells(row), ...waits(row)]);
    else if (wish.table === 'groups')
      yield groups.map((row) => [row.name || say('groupGone'), ...cells(row), ...waits(row)]);
    else
      yield agents.map((row) => [
        row.name || say('agentGone'),
        ...cells(row),
        ...agentColumns.map(({ cell }) => cell(row)),
      ]);
    progress(1);
  }
}
