import { daysRange, wallTime } from '#core/calendar/day-range.ts';
import { figureGlossary, type FigureName } from '#core/figures/glossary.ts';
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
  type TableColumn,
  type TableFileKind,
} from '#platform/server/table-file.ts';
import type { World } from '#platform/server/world.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import {
  statCuts,
  type LostWish,
  type StatCut,
  type StatFilter,
  type StatFilterName,
  type StatReportName,
  type StatRow,
} from '../contract.ts';
import { lostSearch, shownLost } from './lost-callers.ts';
import { lostCallersRepo } from './lost-callers.repo.ts';
import { namesOf, type NamedKind } from './names.repo.ts';
import { assertStatusReport, readReport } from './read-report.ts';

const LOST_AT_ONCE = 500;

type Needs = Pick<World, 'db' | 'texts' | 'clock'>;
/** A report to be written into a file. */
export type ReportFileWish = StatFilter & { report: StatReportName; by?: string | undefined; kind: TableFileKind };
/** As it is kept: with what the filters were called then. */
type ReportTask = ReportFileWish & { called: [StatFilterName, string][] };
type LostTask = LostWish & { kind: TableFileKind };

export const reportExport = (world: Needs): Export<ReportTask> => ({
  kind: 'statistics.report',
  namesPeople: false,
  access: 'statistics.export',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, task, progress) => writeReport(world, caller, task, progress),
});
export const lostExport = (world: Needs): Export<LostTask> => ({
  kind: 'statistics.lostCallers',
  namesPeople: true,
  access: 'statistics.export',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, task, progress) => writeLost(world, caller, task, progress),
});

const subjects: Record<StatFilterName, NamedKind> = {
  group_id: 'group',
  agent_id: 'agent',
  campaign_id: 'campaign',
  trunk_id: 'trunk',
  number_id: 'number',
};
const cutMeant = ({ report, by }: Pick<ReportFileWish, 'report' | 'by'>): StatCut =>
  (by as StatCut | undefined) ?? statCuts[report][0];

export const reportFileName = (wish: ReportFileWish, atMs: number): string =>
  tableFileName(wish.kind, { stem: wish.report, zone: wish.zone, atMs, days: [wish.from, wish.to] });

/** Asks for the rows of a report. Answers the id of the download. */
export async function askForReport({ db, clock }: Needs, caller: Caller, wish: ReportFileWish): Promise<number> {
  if (wish.report === 'status') await assertStatusReport({ db, tenantId: caller.tenantId });
  return db.tenant(caller, async (tx) => {
    const fileName = reportFileName(wish, clock.nowMs());
    caller.operation.note(fileName);
    const called: [StatFilterName, string][] = [];
    for (const [filter, what] of Object.entries(subjects) as [StatFilterName, NamedKind][]) {
      const id = wish[filter];
      const name = id === undefined ? undefined : (await namesOf(tx, what, [id])).get(id);
      if (name !== undefined) called.push([filter, name]);
    }
    return requestExport(
      tx,
      { ...caller, timeZone: wish.zone },
      { fileName, feature: 'statistics', kind: 'statistics.report', params: { ...wish, called } satisfies ReportTask },
    );
  });
}

export const askForLost = ({ db, clock }: Needs, caller: Caller, wish: LostTask): Promise<number> =>
  db.tenant(caller, async (tx) => {
    const fileName = tableFileName(wish.kind, {
      stem: 'lost-callers',
      zone: wish.zone,
      atMs: clock.nowMs(),
      days: [wish.from, wish.to],
    });
    caller.operation.note(fileName);
    return requestExport(
      tx,
      { ...caller, timeZone: wish.zone },
      { fileName, feature: 'statistics', kind: 'statistics.lostCallers', params: wish },
    );
  });

/** A figure as a file has it: whole seconds, hundredths of a share as per cent. */
export function fileCell(name: FigureName, value: number | null | undefined): Cell {
  if (value === null || value === undefined) return null;
  const { unit } = figureGlossary[name];
  if (unit === 'share') return Math.round(value * 10_000) / 100;
  return unit === 'perHour' ? Math.round(value * 100) / 100 : Math.round(value);
}

/** The rows of a report, with those compared with beside each figure, and all together at the end. */
export function writeReport(
  world: Needs,
  caller: Pick<ExportCaller, 'tenantId' | 'language'>,
  task: ReportFileWish & { called?: [StatFilterName, string][] },
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  const { texts, clock, db } = world;
  const say = (key: string): string => texts.say(caller.language, `statistics.${key}`);
  const by = cutMeant(task);
  return lazily(
    async () => {
      const { kind, report, called = [], ...filter } = task;
      const read = await readReport({ db, tenantId: caller.tenantId, nowMs: clock.nowMs() }, report, { ...filter, by });
      progress(0.9);
      const range = daysRange(task.from, task.to, task.zone);
      const isTimed = read.rows.some(({ start }) => start !== undefined);
      const firsts: TableColumn[] = [
        ...(by === 'agentDay' || !isTimed
          ? [{ title: say(`first.${by === 'agentDay' ? 'agent' : by}`), width: 24 }]
          : []),
        ...(isTimed ? [{ title: say('first.time'), kind: 'moment' as ColumnKind, width: 20 }] : []),
        ...(by === 'agentDay'
          ? [
              { title: say('firstIn'), kind: 'moment' as ColumnKind, width: 20 },
              { title: say('lastOut'), kind: 'moment' as ColumnKind, width: 20 },
            ]
          : []),
      ];
      const figures = read.columns.flatMap((name) => [
        { title: titleOf(name, say), width: 16 },
        ...(read.earlier ? [{ title: `${titleOf(name, say)} · ${say('earlier')}`, width: 16 }] : []),
      ]);
      const at = (time: string | null | undefined): Cell => (time ? wallTime(fromWireTime(time), task.zone) : null);
      const cells = ({ values, earlier }: Pick<StatRow, 'values' | 'earlier'>): Cell[] =>
        read.columns.flatMap((name) => [
          fileCell(name, values[name]),
          ...(read.earlier ? [fileCell(name, earlier?.[name])] : []),
        ]);
      const lead = (row: StatRow): Cell[] => [
        ...(by === 'agentDay' || !isTimed ? [nameOf(row, by, (key) => texts.say(caller.language, key))] : []),
        ...(isTimed ? [at(row.start)] : []),
        ...(by === 'agentDay' ? [at(row.firstIn), at(row.lastOut)] : []),
      ];
      const all: Row = [
        ...firsts.map((_, place) => (place === 0 && !isTimed ? say('total') : null)),
        ...cells({ values: read.total, earlier: read.earlier }),
      ];
      return tableFile(kind, {
        notes: [
          [say('file.zone'), task.zone],
          [say('file.from'), wallTime(range.fromMs, task.zone)],
          [say('file.to'), wallTime(range.toMs, task.zone)],
          ...(task.earlier
            ? ([[say('earlier'), `${task.earlier.from} – ${task.earlier.to}`]] as [string, Cell][])
            : []),
          ...called.map(([name, value]) => [say(`first.${subjects[name]}`), value] as [string, Cell]),
          ...(isTimed
            ? read.columns.map((name): [string, Cell] => [
                `${say('total')}: ${titleOf(name, say)}`,
                fileCell(name, read.total[name]),
              ])
            : []),
        ],
        columns: [...firsts, ...figures],
        batches: once([...read.rows.map((row) => [...lead(row), ...cells(row)]), ...(isTimed ? [] : [all])]),
        sheets: { table: say(`menu.${report}`), notes: texts.say(caller.language, 'downloads.about') },
        atMs: clock.nowMs(),
      });
    },
    () => progress(1),
  );
}

const units: Partial<Record<string, string>> = { seconds: 's', share: '%' };
function titleOf(name: FigureName, say: (key: string) => string): string {
  const unit = units[figureGlossary[name].unit];
  return unit ? `${say(`figure.${name}`)} (${unit})` : say(`figure.${name}`);
}

function nameOf(row: StatRow, by: StatCut, say: (key: string) => string): string {
  if (row.place) return say(`statistics.place.${row.place}`);
  if (by === 'outcome' && row.id !== null) return say(CallOutcome.row(row.id as CallOutcome).key);
  if (by === 'result') return row.id ? say(AiCallResult.row(row.id as AiCallResult).key) : say('statistics.file.none');
  return row.name || say(row.id === 0 ? 'statistics.file.none' : 'statistics.gone');
}

async function* once(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** The bytes of a file that is begun when somebody takes the first of them. */
async function* lazily(open: () => Promise<AsyncIterable<Uint8Array>>, done: () => void): AsyncGenerator<Uint8Array> {
  yield* await open();
  done();
}

const lostColumns = [
  { name: 'lastCall', kind: 'moment' },
  { name: 'number' },
  { name: 'customer' },
  { name: 'place' },
  { name: 'goneSec' },
  { name: 'group' },
  { name: 'calledNumber' },
  { name: 'calls' },
  { name: 'tries' },
  { name: 'lastTry', kind: 'moment' },
  { name: 'claimedBy' },
  { name: 'doneBy' },
  { name: 'note' },
] as const satisfies { name: string; kind?: ColumnKind }[];

function writeLost(world: Needs, caller: ExportCaller, task: LostTask, progress: Progress): AsyncIterable<Uint8Array> {
  const say = (key: string): string => world.texts.say(caller.language, `statistics.${key}`);
  const at = (time: string | null): Cell => (time === null ? null : wallTime(fromWireTime(time), task.zone));
  async function* batches(): AsyncGenerator<readonly Row[]> {
    const search = lostSearch(task, caller);
    for (let offset = 0; ; offset += LOST_AT_ONCE) {
      const found = await world.db.readAside(caller, (tx) =>
        lostCallersRepo(tx).page(search, { size: LOST_AT_ONCE, offset }),
      );
      yield found
        .map((row) => shownLost(row, caller))
        .map((row): Row => [
          at(row.at),
          row.displayNumber,
          row.customerName,
          say(`place.${row.place}`),
          row.goneSec,
          row.groupName,
          row.calledNumber,
          row.calls,
          row.tries,
          at(row.lastTryAt),
          row.claimed?.userName ?? '',
          row.done?.userName ?? '',
          row.done?.note ?? '',
        ]);
      if (found.length < LOST_AT_ONCE) break;
    }
    progress(1);
  }
  return tableFile(task.kind, {
    notes: [
      [say('file.zone'), task.zone],
      [say('file.from'), task.from],
      [say('file.to'), task.to],
    ],
    columns: lostColumns.map((column) => ({
      title: say(`file.${column.name}`),
      width: 18,
      ...('kind' in column ? { kind: column.kind } : {}),
    })),
    batches: batches(),
    sheets: { table: say('lost.title'), notes: world.texts.say(caller.language, 'downloads.about') },
    atMs: world.clock.nowMs(),
  });
}
