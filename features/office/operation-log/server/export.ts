import { requestExport } from '#features/office/downloads/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import {
  tableFile,
  tableFileName,
  tableMediaTypes,
  type Cell,
  type Row,
  type TableFileKind,
} from '#platform/server/table-file.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { World } from '#platform/server/world.ts';
import { failureOfCode, failureRow } from '#shared/errors.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { ChangedField, LogFilter } from '../contract.ts';
import { changedFields, masked } from './changes.ts';
import { namesIn } from './names.ts';
import { operationLogRepo, type LogDetailRow } from './operation-log.repo.ts';

const KIND = 'operation-log.entries';
const BATCH = 1_000;

/** What was asked for; a task from before there was a choice has no kind. */
type ExportWish = LogFilter & { kind?: TableFileKind };

export const entriesExport = (world: Pick<World, 'db' | 'texts' | 'clock'>): Export<ExportWish> => ({
  kind: KIND,
  namesPeople: false,
  access: 'operation-log.export',
  mediaType: ({ kind = 'csv' }) => tableMediaTypes[kind],
  write: (caller, wish, progress) => write(world, caller, wish, progress),
});

/** Asks for the file in the caller's transaction; answers the id of the download. */
export function askForExport(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  caller: Caller,
  filter: LogFilter & { kind: TableFileKind },
): Promise<number> {
  return db.tenant(caller, (tx) => {
    const fileName = tableFileName(filter.kind, {
      stem: 'operation-log',
      zone: caller.timeZone ?? 'UTC',
      atMs: clock.nowMs(),
    });
    caller.operation.note(fileName, { after: filter });
    return requestExport(tx, caller, { fileName, feature: 'operation-log', kind: KIND, params: filter });
  });
}

function write(
  world: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  { kind = 'csv', ...filter }: ExportWish,
  progress: Progress,
): AsyncIterable<Uint8Array> {
  const say = (key: string) => world.texts.say(caller.language, `operation-log.${key}`);
  return tableFile(kind, {
    notes: [[say('filter.zone'), caller.timeZone], ...usedFilters(world, caller, filter)],
    columns: ['at', 'who', 'module', 'action', 'target', 'outcome', 'address', 'changes'].map((column) => ({
      title: say(`column.${column}`),
      kind: column === 'at' ? 'moment' : 'text',
      width: column === 'changes' ? 60 : 22,
    })),
    batches: batchesOf(world, caller, filter, progress),
    sheets: { table: say('name'), notes: world.texts.say(caller.language, 'downloads.about') },
    atMs: world.clock.nowMs(),
  });
}

async function* batchesOf(
  { db, texts }: Pick<World, 'db' | 'texts' | 'clock'>,
  caller: ExportCaller,
  filter: LogFilter,
  progress: Progress,
): AsyncGenerator<readonly Row[]> {
  const cells = cellsFor(texts, caller);
  let written = 0;
  let expected = 1;
  let beforeId: number | undefined;
  do {
    const rows: LogDetailRow[] = await db.tenant(caller, async (tx) => {
      const repo = operationLogRepo(tx);
      if (beforeId === undefined) expected = await repo.count(filter);
      return repo.details(filter, { size: BATCH, beforeId });
    });
    yield rows.map(cells);
    progress(Math.min(1, (written += rows.length) / Math.max(1, expected)));
    beforeId = rows.length === BATCH ? rows.at(-1)!.id : undefined;
  } while (beforeId !== undefined);
}

/** How an entry is written for one reader: language, zone and masking are theirs. */
function cellsFor(texts: World['texts'], caller: ExportCaller): (row: LogDetailRow) => Cell[] {
  const { entry } = namesIn(texts, caller);
  const outcomeText = (outcome: number) =>
    outcome === 0
      ? texts.say(caller.language, 'operation-log.done')
      : texts.say(caller.language, failureRow(failureOfCode(outcome)).key);
  const changeText = ({ field, before, after }: ChangedField) => `${field}: ${before ?? '–'} → ${after ?? '–'}`;
  return (row) => {
    const { userName, moduleName, actionName, target, address } = entry(row);
    const changes = changedFields(row.change).map(changeText).join('\n');
    const at = wallTime(fromWireTime(row.at), caller.timeZone);
    return [
      at,
      userName,
      moduleName,
      actionName,
      target,
      outcomeText(row.outcome),
      address,
      caller.needsMasking ? masked(changes) : changes,
    ];
  };
}

function usedFilters({ texts }: Pick<World, 'texts'>, caller: ExportCaller, filter: LogFilter): [string, string][] {
  const names = namesIn(texts, caller);
  const moment = (at: string) => wallTime(fromWireTime(at), caller.timeZone);
  const used: [string, string | undefined][] = [
    ['column.module', filter.module && names.module(filter.module)],
    ['column.action', filter.action && names.action(filter.module ?? '', filter.action)],
    ['column.who', filter.userName ?? filter.userId?.toString()],
    ['column.target', filter.target],
    ['filter.from', filter.from && moment(filter.from)],
    ['filter.to', filter.to && moment(filter.to)],
    ['column.outcome', filter.outcome && texts.say(caller.language, `operation-log.${filter.outcome}`)],
  ];
  return used.flatMap(([key, value]) => (value ? [[texts.say(caller.language, `operation-log.${key}`), value]] : []));
}

const wallTime = (atMs: number, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(atMs);
