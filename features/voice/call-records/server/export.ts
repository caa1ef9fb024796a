import { requestExport } from '#features/office/downloads/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import { maskNumbersIn } from '#core/privacy/name-mask.ts';
import { answersOfCalls } from '#features/voice/call-scripts/server/index.ts';
import { dayOf, wallTime } from '#core/calendar/day-range.ts';
import {
  tableFile,
  tableFileName,
  tableMediaTypes,
  type Cell,
  type ColumnKind,
  type Row,
  type TableFileKind,
} from '#platform/server/table-file.ts';
import { mayUse, type Caller } from '#platform/server/http/caller.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { CallOutcome } from '#shared/codes/call-outcome.ts';
import { fromWireTime, toWireTime } from '#shared/wire-time.ts';
import type { CallRecord, RecordFilter } from '../contract.ts';
import { callRecordsRepo, type CallRecordRow } from './call-records.repo.ts';
import { viewFor } from './call-view.ts';
import { namedRecords } from './named-records.ts';
import { rangeOf, searchOf } from './call-record-search.ts';

const KIND = 'call-records.records';
const BATCH = 1_000;

/** What was asked for; a task from before there was a choice has no kind. */
type ExportWish = RecordFilter & { kind?: TableFileKind };

export const recordsExport = (world: Pick<World, 'db' | 'texts' | 'clock'>): Export<ExportWish> => ({
  kind: KIND,
  namesPeople: true,
  access: 'call-records.export',
  mediaType: ({ kind = 'csv' }) => tableMediaTypes[kind],
  write: (caller, wish, progress) => write(world, caller, wish, progress),
});

/** Asks for the file in the caller's transaction; what "today" means is settled now. Answers the id of the download. */
export function askForExport(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  caller: Caller,
  filter: RecordFilter & { kind: TableFileKind },
): Promise<number> {
  return db.tenant(caller, async (tx) => {
    const zone = caller.timeZone ?? (await tenantZone(tx));
    const range = rangeOf(filter, { zone, nowMs: clock.nowMs() });
    const params = {
      ...filter,
      ...(range ? { startDate: toWireTime(range.fromMs), endDate: toWireTime(range.toMs) } : {}),
    };
    const fileName = tableFileName(filter.kind, {
      stem: 'call-records',
      zone,
      atMs: clock.nowMs(),
      days: range ? [dayOf(range.fromMs, zone), dayOf(range.toMs - 1, zone)] : undefined,
    });
    // What somebody searched for is not repeated here: it may be a number.
    caller.operation.note(fileName);
    return requestExport(tx, { ...caller, timeZone: zone }, { fileName, feature: 'call-records', kind: KIND, params });
  });
}

/** The columns of the file, in order; each has a text of its name. */
const columns: {
  name: string;
  kind?: ColumnKind;
  cell(record: CallRecord, at: (time: string | null) => string, answers: string): Cell;
}[] = [
  { name: 'startTime', kind: 'moment', cell: ({ startTime }, at) => at(startTime) },
  { name: 'answerTime', kind: 'moment', cell: ({ answerTime }, at) => at(answerTime) },
  { name: 'endTime', kind: 'moment', cell: ({ endTime }, at) => at(endTime) },
  { name: 'direction', cell: ({ direction }) => direction },
  { name: 'status', cell: ({ statusName }) => statusName },
  { name: 'number', cell: ({ displayNumber }) => displayNumber },
  { name: 'customerName', cell: ({ customerName }) => customerName },
  { name: 'country', cell: ({ country }) => country },
  { name: 'callingNumber', cell: ({ callingNumber }) => callingNumber },
  { name: 'userName', cell: ({ userName }) => userName },
  { name: 'groupName', cell: ({ groupName }) => groupName },
  { name: 'queueSec', cell: ({ queueSec }) => queueSec },
  { name: 'ringSec', cell: ({ ringSec }) => ringSec },
  { name: 'callDuration', cell: ({ callDuration }) => callDuration },
  { name: 'holdSec', cell: ({ holdSec }) => holdSec },
  { name: 'duration', cell: ({ duration }) => duration },
  { name: 'mos', cell: ({ mos }) => mos },
  { name: 'taskName', cell: ({ taskName }) => taskName },
  { name: 'remark', cell: ({ remark }) => remark },
  { name: 'scriptAnswers', cell: (_record, _at, answers) => answers },
  { name: 'callId', cell: ({ callId }) => callId },
];

function write(
  world: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  { kind = 'csv', ...filter }: ExportWish,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  const say = (key: string) => world.texts.say(caller.language, `call-records.${key}`);
  return tableFile(kind, {
    notes: [[say('filter.zone'), caller.timeZone], ...usedFilters(world, caller, filter)],
    columns: columns.map(({ name, kind: holds = 'text' }) => ({
      title: say(`column.${name}`),
      kind: holds,
      width: holds === 'moment' ? 20 : 16,
    })),
    batches: batchesOf(world, caller, filter, progress),
    sheets: { table: say('name'), notes: world.texts.say(caller.language, 'downloads.about') },
    atMs: world.clock.nowMs(),
  });
}

async function* batchesOf(
  { db, texts, clock }: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  filter: RecordFilter,
  progress: Progress,
): AsyncGenerator<readonly Row[]> {
  const view = await db.tenant({ tenantId: caller.tenantId }, (tx) => viewFor(tx, texts, caller));
  const say = (direction: string) => texts.say(caller.language, `call-records.direction.${direction}`);
  const at = (time: string | null) => (time === null ? '' : wallTime(fromWireTime(time), caller.timeZone));
  const asked = {
    ...searchOf(filter, { zone: caller.timeZone, nowMs: clock.nowMs(), needsMasking: caller.needsMasking }),
    ...(mayUse(caller, 'call-records.view') ? {} : { ownOf: caller.userId }),
  };
  const search = { ...asked, ...(await namedRecords(db, caller.tenantId, asked)) };
  let written = 0;
  let expected = 1;
  let before: string | undefined;
  do {
    const { rows, answers } = await db.readAside({ tenantId: caller.tenantId }, async (tx) => {
      const repo = callRecordsRepo(tx);
      if (before === undefined) expected = Math.max(1, await repo.total(search, null));
      const found: CallRecordRow[] = await repo.page(search, { size: BATCH, before });
      return {
        rows: found,
        answers: await answersOfCalls(
          tx,
          found.map(({ call_id: callId }) => callId),
        ),
      };
    });
    yield rows.map((row) => {
      const record = view(row);
      const answered = (answers.get(row.call_id) ?? [])
        .map(({ question, answer }) => `${question} ${answer}`)
        .join('; ');
      return columns.map(({ name, cell }) =>
        name === 'direction'
          ? say(record.direction)
          : cell(record, at, caller.needsMasking ? maskNumbersIn(answered) : answered),
      );
    });
    progress(Math.min(1, (written += rows.length) / expected));
    before = rows.length === BATCH ? rows.at(-1)!.call_id : undefined;
  } while (before !== undefined);
}

function usedFilters({ texts }: Pick<World, 'texts'>, caller: ExportCaller, filter: RecordFilter): [string, Cell][] {
  const say = (key: string) => texts.say(caller.language, `call-records.${key}`);
  const moment = (time: string | undefined) => time && wallTime(fromWireTime(time), caller.timeZone);
  const used: [string, Cell][] = [
    ['filter.from', moment(filter.startDate)],
    ['filter.to', moment(filter.endDate)],
    ['column.direction', filter.direction && say(`direction.${filter.direction}`)],
    ['column.status', filter.status !== undefined && texts.say(caller.language, CallOutcome.row(filter.status).key)],
    ['filter.sort', filter.sort && say(`sort.${filter.sort}`)],
    ['column.userName', filter.userId],
    ['column.groupName', filter.group],
    ['filter.userGroup', filter.userGroupId],
    ['column.customerName', filter.name],
    ['column.number', filter.number],
    ['filter.caller', filter.caller],
    ['column.callId', filter.callId],
    ['filter.min', filter.min],
    ['filter.max', filter.max],
  ];
  return used
    .filter(([, value]) => value !== undefined && value !== false && value !== '')
    .map(([key, value]) => [say(key), value]);
}
