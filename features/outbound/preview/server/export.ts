import { wallTime } from '#core/calendar/day-range.ts';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import { campaignsRepo, membersRepo } from '#features/outbound/campaigns/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import {
  tableFile,
  tableFileName,
  tableMediaTypes,
  type Cell,
  type ColumnKind,
  type Row,
  type TableFileKind,
} from '#platform/server/table-file.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import { fromWireTime } from '#shared/wire-time.ts';
import type { previewApi, PreviewCustomer, PreviewTask } from '../contract.ts';
import { findTask } from './found-task.ts';
import { shownCustomer, shownTask } from './shown-preview.ts';

type ExportWorld = Pick<World, 'db' | 'texts' | 'clock'>;
interface CustomersWish {
  id: number;
  kind: TableFileKind;
}

const KIND = 'preview.customers';
const BATCH = 1_000;
const TASKS_MOST = 1_000;

interface Words {
  say(key: string): string;
  at(time: string | null): string;
}
interface Column<Thing> {
  name: string;
  kind?: ColumnKind;
  cell(thing: Thing, words: Words): Cell;
}

const customerColumns: Column<PreviewCustomer>[] = [
  { name: 'customerName', cell: ({ customerName }) => customerName },
  { name: 'phone', cell: ({ phone }) => phone },
  { name: 'agentName', cell: ({ agentName }) => agentName },
  { name: 'taskState', cell: ({ taskState }, { say }) => say(PreviewTaskState.row(taskState).key) },
  { name: 'result', cell: ({ result }, { say }) => say(PreviewResult.row(result).key) },
  { name: 'attempts', kind: 'number', cell: ({ attempts }) => attempts },
  { name: 'lastCallAt', kind: 'moment', cell: ({ lastCallAt }, { at }) => at(lastCallAt) },
  { name: 'nextAt', kind: 'moment', cell: ({ nextAt }, { at }) => at(nextAt) },
  { name: 'closedBy', cell: ({ closedBy }, { say }) => (closedBy === null ? '' : say(`preview.closedBy.${closedBy}`)) },
  { name: 'skipReason', cell: ({ skipReason }) => skipReason },
  { name: 'note', cell: ({ note }) => note },
  {
    name: 'columns',
    cell: ({ columns }) =>
      Object.entries(columns)
        .map(([title, value]) => `${title}: ${value}`)
        .join('; '),
  },
];

const taskColumns: Column<PreviewTask>[] = [
  { name: 'name', cell: ({ name }) => name },
  { name: 'state', cell: ({ state }, { say }) => say(PreviewState.row(state).key) },
  { name: 'customers', kind: 'number', cell: ({ customers }) => customers },
  { name: 'completed', kind: 'number', cell: ({ completed }) => completed },
  { name: 'author', cell: ({ author }) => author },
  { name: 'createdAt', kind: 'moment', cell: ({ createdAt }, { at }) => at(createdAt) },
  { name: 'startedAt', kind: 'moment', cell: ({ startedAt }, { at }) => at(startedAt) },
  { name: 'endedAt', kind: 'moment', cell: ({ endedAt }, { at }) => at(endedAt) },
];

const wordsFor = ({ texts }: Pick<World, 'texts'>, language: ExportCaller['language'], timeZone: string): Words => ({
  say: (key) => texts.say(language, key),
  at: (time) => (time === null ? '' : wallTime(fromWireTime(time), timeZone)),
});

function fileOf<Thing>(
  { clock }: Pick<World, 'clock'>,
  kind: TableFileKind,
  {
    columns,
    words,
    zone,
    batches,
  }: { columns: Column<Thing>[]; words: Words; zone: string; batches: AsyncIterable<Thing[]> },
): AsyncGenerator<Uint8Array> {
  async function* rows(): AsyncGenerator<Row[]> {
    for await (const things of batches) yield things.map((thing) => columns.map(({ cell }) => cell(thing, words)));
  }
  return tableFile(kind, {
    notes: [[words.say('call-records.filter.zone'), zone]],
    columns: columns.map(({ name, kind: holds = 'text' }) => ({
      title: words.say(`preview.column.${name}`),
      kind: holds,
      width: holds === 'moment' ? 20 : 16,
    })),
    batches: rows(),
    sheets: { table: words.say('preview.name'), notes: words.say('downloads.about') },
    atMs: clock.nowMs(),
  });
}

/** The customers of a task, written in the background with the rights and the stars of whoever asked. */
export const customersExport = (world: ExportWorld): Export<CustomersWish> => ({
  kind: KIND,
  namesPeople: true,
  access: 'preview.view',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, { id, kind }, progress) =>
    fileOf(world, kind, {
      columns: customerColumns,
      words: wordsFor(world, caller.language, caller.timeZone),
      zone: caller.timeZone,
      batches: customersOf(world, caller, id, progress),
    }),
});

async function* customersOf(
  { db }: ExportWorld,
  caller: ExportCaller,
  id: number,
  progress: Progress,
): AsyncGenerator<PreviewCustomer[]> {
  const words = phoneWords(openTenantSecrets(db));
  let [after, written] = [0, 0];
  for (;;) {
    const { rows, customers } = await db.tenant({ tenantId: caller.tenantId }, async (tx) => ({
      customers: (await findTask(tx, id)).customers,
      rows: await membersRepo(tx).behind(id, after, BATCH),
    }));
    if (rows.length === 0) return;
    yield await Promise.all(rows.map((row) => shownCustomer(row, caller, words)));
    after = rows.at(-1)!.id;
    written += rows.length;
    progress(Math.min(1, written / Math.max(1, customers)));
  }
}

/** Tasks and their customers as files. */
export function exportHandlers(world: ExportWorld): Handlers<Pick<typeof previewApi, 'export' | 'exportTasks'>> {
  const { db, clock } = world;
  return {
    export: (caller, { id, kind }) =>
      db.tenant(caller, async (tx) => {
        const task = await findTask(tx, id);
        const zone = caller.timeZone ?? (await tenantZone(tx));
        const fileName = tableFileName(kind, { stem: 'preview-task', zone, atMs: clock.nowMs() });
        caller.operation.note(task.name, { after: { file: fileName } });
        const wish: CustomersWish = { id, kind };
        return {
          instead: {
            task_id: await requestExport(
              tx,
              { ...caller, timeZone: zone },
              { fileName, feature: 'preview', kind: KIND, params: wish },
            ),
          },
        };
      }),
    async exportTasks(caller, { kind }) {
      const { zone, tasks } = await db.tenant(caller, async (tx) => ({
        zone: caller.timeZone ?? (await tenantZone(tx)),
        tasks: (await campaignsRepo(tx).page({ kind: 'preview' }, { page: 1, size: TASKS_MOST })).map(shownTask),
      }));
      const name = tableFileName(kind, { stem: 'preview-tasks', zone, atMs: clock.nowMs() });
      caller.operation.note(name);
      const pieces: Uint8Array[] = [];
      for await (const piece of fileOf(world, kind, {
        columns: taskColumns,
        words: wordsFor(world, caller.language, zone),
        zone,
        batches: once(tasks),
      }))
        pieces.push(piece);
      const body = Buffer.concat(pieces);
      return { name, mediaType: tableMediaTypes[kind], body, bytes: body.length };
    },
  };
}

async function* once<Thing>(things: Thing[]): AsyncGenerator<Thing[]> {
  yield things;
}
