import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import {
  campaignsRepo,
  campaignTable,
  columnsText,
  membersRepo,
  type CampaignColumn,
} from '#features/outbound/campaigns/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tableFileName, tableMediaTypes, type TableFileKind } from '#platform/server/table-file.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
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

const customerColumns: CampaignColumn<PreviewCustomer>[] = [
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
    cell: ({ columns }) => columnsText(columns),
  },
];

const taskColumns: CampaignColumn<PreviewTask>[] = [
  { name: 'name', cell: ({ name }) => name },
  { name: 'state', cell: ({ state }, { say }) => say(PreviewState.row(state).key) },
  { name: 'customers', kind: 'number', cell: ({ customers }) => customers },
  { name: 'completed', kind: 'number', cell: ({ completed }) => completed },
  { name: 'author', cell: ({ author }) => author },
  { name: 'createdAt', kind: 'moment', cell: ({ createdAt }, { at }) => at(createdAt) },
  { name: 'startedAt', kind: 'moment', cell: ({ startedAt }, { at }) => at(startedAt) },
  { name: 'endedAt', kind: 'moment', cell: ({ endedAt }, { at }) => at(endedAt) },
];

/** The customers of a task, written in the background with the rights and the stars of whoever asked. */
export const customersExport = (world: ExportWorld): Export<CustomersWish> => ({
  kind: KIND,
  namesPeople: true,
  access: 'preview.view',
  mediaType: ({ kind }) => tableMediaTypes[kind],
  write: (caller, { id, kind }, progress) =>
    campaignTable(world, kind, {
      feature: 'preview',
      columns: customerColumns,
      language: caller.language,
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
      for await (const piece of campaignTable(world, kind, {
        feature: 'preview',
        columns: taskColumns,
        language: caller.language,
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
