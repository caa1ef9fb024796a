import { daysRange, wallTime } from '#core/calendar/day-range.ts';
import { ratingOf, type ChatFigures, type Spread } from '../core/report.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
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
import type { exportTables, Report, ReportFilter, ReportedTalk } from '../contract.ts';
import { readReport, reportRepo } from './report.repo.ts';

const KIND = 'chat-reports.table';
const BATCH = 1_000;

type Table = (typeof exportTables)[number];
type Wish = ReportFilter & { table: Table; kind: TableFileKind };
/** As it is kept: with what the filters were called then. */
type Task = Wish & { called: { channel?: string; group?: string; agent?: string } };

export const reportExport = (world: Pick<World, 'db' | 'texts' | 'clock'>): Export<Task> => ({
  kind: KIND,
  namesPeople: true,
  access: 'chat-reports.export',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, wish, progress) => write(world, caller, wish, progress),
});

/** Asks for a table in the caller's transaction. Answers the id of the download. */
export const askForTable = ({ db, clock }: Pick<World, 'db' | 'clock'>, caller: Caller, wish: Wish): Promise<number> =>
  db.tenant(caller, async (tx) => {
    const fileName = tableFileName(wish.kind, {
      stem: `chat-${wish.table}`,
      zone: wish.zone,
      atMs: clock.nowMs(),
      days: [wish.from, wish.to],
    });
    caller.operation.note(fileName);
    return requestExport(
      tx,
      { ...caller, timeZone: wish.zone },
      {
        fileName,
        feature: 'chat-reports',
        kind: KIND,
        params: { ...wish, called: await reportRepo(tx).called(wish) } satisfies Task,
      },
    );
  });

interface Column<Of> {
  /** `chat-reports.column.<name>` */
  name: string;
  kind?: ColumnKind;
  cell(of: Of, at: (time: string | null) => string): Cell;
}

const talkColumns: Column<ReportedTalk>[] = [
  { name: 'begun', kind: 'moment', cell: ({ begun_at }, at) => at(begun_at) },
  { name: 'closed', kind: 'moment', cell: ({ closed_at }, at) => at(closed_at) },
  { name: 'visitor', cell: ({ name }) => name },
  { name: 'channel', cell: ({ channel_name }) => channel_name },
  { name: 'group', cell: ({ group_name }) => group_name },
  { name: 'agent', cell: ({ agent_name }) => agent_name },
  { name: 'waitSec', cell: ({ waitSec }) => waitSec },
  { name: 'answerSec', cell: ({ answerSec }) => answerSec },
  { name: 'handleSec', cell: ({ handleSec }) => handleSec },
  { name: 'transfers', cell: ({ transfers }) => transfers },
  { name: 'rating', cell: ({ rating }) => rating },
  { name: 'ratingNote', cell: ({ rating_note }) => rating_note },
  { name: 'id', cell: ({ id }) => id },
];

const whole = (seconds: number | null): Cell => (seconds === null ? null : Math.round(seconds));
const spreadColumns = (name: 'wait' | 'answer' | 'handle'): Column<ChatFigures>[] =>
  (
    [
      ['Mean', 'meanSec'],
      ['Median', 'medianSec'],
      ['Ninety', 'ninetySec'],
    ] as const
  ).map(([end, field]) => ({
    name: `${name}${end}`,
    cell: (figures) => whole((figures[name] satisfies Spread)[field]),
  }));
const figureColumns: Column<ChatFigures>[] = [
  { name: 'talks', cell: ({ begun }) => begun },
  { name: 'answered', cell: ({ answered }) => answered },
  { name: 'unanswered', cell: ({ unanswered }) => unanswered },
  { name: 'kept', cell: ({ kept }) => kept },
  ...spreadColumns('wait'),
  ...spreadColumns('answer'),
  ...spreadColumns('handle'),
  { name: 'transfers', cell: ({ transfers }) => transfers },
  { name: 'rated', cell: ({ ratings }) => ratingOf(ratings).rated },
  {
    name: 'rating',
    cell: ({ ratings }) => {
      const { mean } = ratingOf(ratings);
      return mean === null ? null : Math.round(mean * 100) / 100;
    },
  },
];

function write(
  world: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  wish: Task,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  const say = (key: string) => world.texts.say(caller.language, `chat-reports.${key}`);
  const at = (time: string | null) => (time === null ? '' : wallTime(fromWireTime(time), wish.zone));
  const first: Column<never> | null =
    wish.table === 'conversations'
      ? null
      : wish.table === 'times'
        ? { name: 'time', kind: 'moment', cell: () => null }
        : { name: wish.table.slice(0, -1), cell: () => null };
  const columns: { name: string; kind?: ColumnKind }[] = first
    ? [first, ...figureColumns.filter(({ name }) => wish.table !== 'agents' || !name.startsWith('wait'))]
    : talkColumns;
  return tableFile(wish.kind, {
    notes: notes(),
    columns: columns.map(({ name, kind = 'text' }) => ({
      title: say(`column.${name}`),
      kind,
      width: kind === 'moment' ? 20 : 16,
    })),
    batches: wish.table === 'conversations' ? talks() : figures(wish.table),
    sheets: { table: say(`table.${wish.table}`), notes: world.texts.say(caller.language, 'downloads.about') },
    atMs: world.clock.nowMs(),
  });

  function notes(): [string, Cell][] {
    const range = daysRange(wish.from, wish.to, wish.zone);
    const all: [string, Cell][] = [
      [say('zone'), wish.zone],
      [say('from'), wallTime(range.fromMs, wish.zone)],
      [say('to'), wallTime(range.toMs, wish.zone)],
      [say('column.channel'), wish.called.channel],
      [say('column.group'), wish.called.group],
      [say('column.agent'), wish.called.agent],
    ];
    return all.filter(([, value]) => value !== undefined);
  }

  async function* talks(): AsyncGenerator<readonly Row[]> {
    const { total } = await world.db.tenant(caller, async (tx) => ({ total: await reportRepo(tx).count(wish) }));
    let after: number | undefined;
    let written = 0;
    do {
      const { list, more } = await world.db.tenant({ tenantId: caller.tenantId }, (tx) =>
        reportRepo(tx).talks({ ...wish, only: 'all', after }, BATCH),
      );
      yield list.map((talk) => talkColumns.map(({ cell }) => cell(shownTalk(talk, caller), at)));
      progress(Math.min(1, (written += list.length) / Math.max(1, total)));
      after = more ? list.at(-1)!.id : undefined;
    } while (after !== undefined);
  }

  async function* figures(table: Exclude<Table, 'conversations'>): AsyncGenerator<readonly Row[]> {
    const report: Report = await readReport(world.db, caller, wish);
    const cells = (of: ChatFigures) =>
      figureColumns
        .filter(({ name }) => table !== 'agents' || !name.startsWith('wait'))
        .map(({ cell }) => cell(of, at));
    yield table === 'times'
      ? report.times.map((row) => [at(row.start), ...cells(row)])
      : report[table].map((row) => [row.name || say('gone'), ...cells(row)]);
    progress(1);
  }
}

/** What a reader may see of a conversation's visitor. */
export const shownTalk = (talk: ReportedTalk, { needsMasking }: { needsMasking: boolean }): ReportedTalk =>
  needsMasking ? { ...talk, name: maskNumbersIn(talk.name), rating_note: maskNumbersIn(talk.rating_note) } : talk;
