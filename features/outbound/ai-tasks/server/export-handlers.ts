import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import {
  campaignTable,
  columnsText,
  dialledCallsRepo,
  findCampaign,
  memberOrders,
  membersRepo,
  type CampaignColumn,
} from '#features/outbound/campaigns/server/index.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tableFileName, tableMediaTypes, type TableFileKind } from '#platform/server/table-file.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { AiOrderStatus } from '#shared/codes/ai-order-status.ts';
import type { AiCustomer, AiTaskCall, aiTasksApi } from '../contract.ts';
import { talksOf } from './list-handlers.ts';
import { shownCall, shownCustomer } from './shown-ai.ts';

type ExportWorld = Pick<World, 'db' | 'texts' | 'clock'>;
interface ExportWish {
  id: number;
  kind: TableFileKind;
}

const CUSTOMERS = 'ai-tasks.customers';
const CALLS = 'ai-tasks.calls';
const BATCH = 1_000;

const resultKey = (result: AiCallResult | null | undefined, say: (key: string) => string): string =>
  result ? say(AiCallResult.row(result).key) : '';

const customerColumns: CampaignColumn<AiCustomer>[] = [
  { name: 'customerName', cell: ({ customerName }) => customerName },
  { name: 'phone', cell: ({ phone }) => phone },
  { name: 'orderStatus', cell: ({ orderStatus }, { say }) => say(AiOrderStatus.row(orderStatus).key) },
  {
    name: 'lastStatus',
    cell: ({ lastCall }, { say }) => (lastCall ? say(AiCallStatus.row(lastCall.status).key) : ''),
  },
  { name: 'result', cell: ({ lastCall }, { say }) => resultKey(lastCall?.result, say) },
  { name: 'attempts', kind: 'number', cell: ({ attempts }) => attempts },
  { name: 'lastCallAt', kind: 'moment', cell: ({ lastCall }, { at }) => at(lastCall?.beganAt ?? null) },
  { name: 'nextAt', kind: 'moment', cell: ({ nextAt }, { at }) => at(nextAt) },
  {
    name: 'closedBy',
    cell: ({ closedBy }, { say }) => (closedBy === null ? '' : say(`ai-tasks.closedBy.${closedBy}`)),
  },
  { name: 'note', cell: ({ note }) => note },
  { name: 'collected', cell: ({ collected }) => columnsText(collected) },
  { name: 'columns', cell: ({ columns }) => columnsText(columns) },
];

const callColumns: CampaignColumn<AiTaskCall>[] = [
  { name: 'beganAt', kind: 'moment', cell: ({ beganAt }, { at }) => at(beganAt) },
  { name: 'customerName', cell: ({ customerName }) => customerName },
  { name: 'phone', cell: ({ phone }) => phone },
  { name: 'callStatus', cell: ({ status }, { say }) => say(AiCallStatus.row(status).key) },
  { name: 'result', cell: ({ result }, { say }) => resultKey(result, say) },
  { name: 'talkSec', kind: 'number', cell: ({ talkSec }) => talkSec },
  { name: 'turns', kind: 'number', cell: ({ turns }) => turns },
  { name: 'agentName', cell: ({ agentName }) => agentName },
  { name: 'answeredAt', kind: 'moment', cell: ({ answeredAt }, { at }) => at(answeredAt) },
  { name: 'endedAt', kind: 'moment', cell: ({ endedAt }, { at }) => at(endedAt) },
  { name: 'callId', cell: ({ callId }) => callId ?? '' },
];

/** What is written in the background has the rights and the stars of whoever asked. */
const exportOf = <Thing>(
  world: ExportWorld,
  kind: string,
  columns: readonly CampaignColumn<Thing>[],
  read: (world: ExportWorld, caller: ExportCaller, id: number, progress: Progress) => AsyncIterable<Thing[]>,
): Export<ExportWish> => ({
  kind,
  namesPeople: true,
  access: 'ai-tasks.view',
  mediaType: (wish) => tableMediaTypes[wish.kind],
  write: (caller, wish, progress) =>
    campaignTable(world, wish.kind, {
      feature: 'ai-tasks',
      columns,
      language: caller.language,
      zone: caller.timeZone,
      batches: read(world, caller, wish.id, progress),
    }),
});

export const aiExports = (world: ExportWorld): Export<ExportWish>[] => [
  exportOf(world, CUSTOMERS, customerColumns, customersOf),
  exportOf(world, CALLS, callColumns, callsOf),
];

async function* customersOf(
  { db }: ExportWorld,
  caller: ExportCaller,
  id: number,
  progress: Progress,
): AsyncGenerator<AiCustomer[]> {
  const words = phoneWords(openTenantSecrets(db));
  let [after, written] = [0, 0];
  for (;;) {
    const read = await db.tenant({ tenantId: caller.tenantId }, async (tx) => {
      const task = await findCampaign(tx, 'ai', id);
      const rows = await membersRepo(tx).behind(id, after, BATCH);
      const ids = rows.map((row) => row.id);
      const last = await dialledCallsRepo(tx).lastOf(ids);
      const orders = await memberOrders(tx, id).of(ids);
      return { task, rows, last, orders, talks: await talksOf(tx, last.values()) };
    });
    const { task, rows, last, orders, talks } = read;
    if (rows.length === 0) return;
    const shown = rows.map((row) => {
      const lastCall = last.get(row.id);
      const orderStatus = orders.get(row.id) ?? AiOrderStatus.toBeStarted;
      return shownCustomer(row, { orderStatus, lastCall, talk: talks.get(lastCall?.callId ?? '') }, caller, words);
    });
    yield await Promise.all(shown);
    after = rows.at(-1)!.id;
    written += rows.length;
    progress(Math.min(1, written / Math.max(1, task.customers)));
  }
}

async function* callsOf({ db }: ExportWorld, caller: ExportCaller, id: number): AsyncGenerator<AiTaskCall[]> {
  let after: number | null = null;
  for (;;) {
    const behind: number | null = after;
    const { rows, talks } = await db.tenant({ tenantId: caller.tenantId }, async (tx) => {
      await findCampaign(tx, 'ai', id);
      const found = await dialledCallsRepo(tx).behind(id, behind, BATCH);
      return { rows: found, talks: await talksOf(tx, found) };
    });
    if (rows.length === 0) return;
    yield rows.map((row) => shownCall(row, talks.get(row.callId ?? ''), caller));
    after = rows.at(-1)!.id;
  }
}

/** The customers and the calls of AI tasks as files. */
export function exportHandlers({
  db,
  clock,
}: ExportWorld): Handlers<Pick<typeof aiTasksApi, 'exportCustomers' | 'exportCalls'>> {
  const request = (caller: Caller, { id, kind }: ExportWish, what: { kind: string; stem: string }) =>
    db.tenant(caller, async (tx) => {
      const task = await findCampaign(tx, 'ai', id);
      const zone = caller.timeZone ?? (await tenantZone(tx));
      const fileName = tableFileName(kind, { stem: what.stem, zone, atMs: clock.nowMs() });
      caller.operation.note(task.name, { after: { file: fileName } });
      const params: ExportWish = { id, kind };
      const asked = { fileName, feature: 'ai-tasks', kind: what.kind, params };
      return { instead: { task_id: await requestExport(tx, { ...caller, timeZone: zone }, asked) } };
    });
  return {
    exportCustomers: (caller, wish) => request(caller, wish, { kind: CUSTOMERS, stem: 'ai-task-customers' }),
    exportCalls: (caller, wish) => request(caller, wish, { kind: CALLS, stem: 'ai-task-calls' }),
  };
}
