import { maskName } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import { openTenantSecrets, phoneWords } from '#features/team/agents/server/index.ts';
import { requestExport } from '#features/office/downloads/server/index.ts';
import {
  campaignsRepo,
  campaignTable,
  columnsText,
  dialledCallsRepo,
  findCampaign,
  membersRepo,
  type DialledCall,
  type CampaignColumn,
} from '#features/outbound/campaigns/server/index.ts';
import { CAMPAIGNS_MOST } from '#features/outbound/campaigns/contract.ts';
import type { Export, ExportCaller, Progress } from '#platform/server/contributions.ts';
import type { Caller } from '#platform/server/http/caller.ts';
import type { Handlers } from '#platform/server/http/routes.ts';
import { tableFileName, tableMediaTypes, type TableFileKind } from '#platform/server/table-file.ts';
import { tenantZone } from '#platform/server/tenant-zone.ts';
import type { World } from '#platform/server/world.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import type { dialerApi, DialerCall, DialerCustomer, DialerTask } from '../contract.ts';
import { shownCall, shownCustomer, shownTask } from './shown-dialer.ts';

type ExportWorld = Pick<World, 'db' | 'texts' | 'clock'>;
interface ExportWish {
  id: number;
  kind: TableFileKind;
}
type CallRow = DialerCall & { customerName: string; phone: string };

const CUSTOMERS = 'dialer.customers';
const CALLS = 'dialer.calls';
const BATCH = 1_000;

const statusKey = (status: DialerCall['status']): string =>
  LiveCallStatus.has(status) ? LiveCallStatus.row(status).key : FinalCallStatus.row(status as FinalCallStatus).key;

const customerColumns: CampaignColumn<DialerCustomer>[] = [
  { name: 'customerName', cell: ({ customerName }) => customerName },
  { name: 'phone', cell: ({ phone }) => phone },
  { name: 'state', cell: ({ taskState }, { say }) => say(PreviewTaskState.row(taskState).key) },
  { name: 'result', cell: ({ result }, { say }) => say(PreviewResult.row(result).key) },
  { name: 'lastStatus', cell: ({ lastCall }, { say }) => (lastCall ? say(statusKey(lastCall.status)) : '') },
  { name: 'attempts', kind: 'number', cell: ({ attempts }) => attempts },
  { name: 'lastCallAt', kind: 'moment', cell: ({ lastCallAt }, { at }) => at(lastCallAt) },
  { name: 'nextAt', kind: 'moment', cell: ({ nextAt }, { at }) => at(nextAt) },
  { name: 'closedBy', cell: ({ closedBy }, { say }) => (closedBy === null ? '' : say(`dialer.closedBy.${closedBy}`)) },
  { name: 'columns', cell: ({ columns }) => columnsText(columns) },
];

const yes = (is: boolean, say: (key: string) => string): string => (is ? say('dialer.yes') : '');

const callColumns: CampaignColumn<CallRow>[] = [
  { name: 'beganAt', kind: 'moment', cell: ({ beganAt }, { at }) => at(beganAt) },
  { name: 'customerName', cell: ({ customerName }) => customerName },
  { name: 'phone', cell: ({ phone }) => phone },
  { name: 'callStatus', cell: ({ status }, { say }) => say(statusKey(status)) },
  { name: 'agentName', cell: ({ agentName }) => agentName },
  { name: 'ringSec', kind: 'number', cell: ({ ringSec }) => ringSec ?? '' },
  { name: 'waitSec', kind: 'number', cell: ({ waitSec }) => waitSec ?? '' },
  { name: 'talkSec', kind: 'number', cell: ({ talkSec }) => talkSec },
  { name: 'abandoned', cell: ({ isAbandoned }, { say }) => yes(isAbandoned, say) },
  { name: 'machine', cell: ({ byMachine }, { say }) => yes(byMachine, say) },
  { name: 'endedAt', kind: 'moment', cell: ({ endedAt }, { at }) => at(endedAt) },
  { name: 'callId', cell: ({ callId }) => callId ?? '' },
];

const taskColumns: CampaignColumn<DialerTask>[] = [
  { name: 'name', cell: ({ name }) => name },
  { name: 'state', cell: ({ status }, { say }) => say(TaskStatus.row(status).key) },
  { name: 'dispatchType', cell: ({ dispatchType }, { say }) => say(DispatchType.row(dispatchType).key) },
  { name: 'customers', kind: 'number', cell: ({ customers }) => customers },
  { name: 'completed', kind: 'number', cell: ({ completed }) => completed },
  { name: 'author', cell: ({ author }) => author },
  { name: 'createdAt', kind: 'moment', cell: ({ createdAt }, { at }) => at(createdAt) },
  { name: 'startedAt', kind: 'moment', cell: ({ startedAt }, { at }) => at(startedAt) },
  { name: 'endedAt', kind: 'moment', cell: ({ endedAt }, { at }) => at(endedAt) },
];

/** What is written in the background has the rights and the stars of whoever asked. */
function exportOf<Thing>(
  world: ExportWorld,
  kind: string,
  columns: readonly CampaignColumn<Thing>[],
  read: (caller: ExportCaller, id: number, progress: Progress) => AsyncIterable<Thing[]>,
): Export<ExportWish> {
  return {
    kind,
    namesPeople: true,
    access: 'dialer.view',
    mediaType: (wish) => tableMediaTypes[wish.kind],
    write: (caller, wish, progress) =>
      campaignTable(world, wish.kind, {
        feature: 'dialer',
        columns,
        language: caller.language,
        zone: caller.timeZone,
        batches: read(caller, wish.id, progress),
      }),
  };
}

export const dialerExports = (world: ExportWorld): Export<ExportWish>[] => [
  exportOf(world, CUSTOMERS, customerColumns, (caller, id, progress) => customersOf(world, caller, id, progress)),
  exportOf(world, CALLS, callColumns, (caller, id) => callsOf(world, caller, id)),
];

async function* customersOf(
  { db }: ExportWorld,
  caller: ExportCaller,
  id: number,
  progress: Progress,
): AsyncGenerator<DialerCustomer[]> {
  const words = phoneWords(openTenantSecrets(db));
  let [after, written] = [0, 0];
  for (;;) {
    const { rows, last, customers } = await db.tenant({ tenantId: caller.tenantId }, async (tx) => {
      const task = await findCampaign(tx, 'dialer', id);
      const found = await membersRepo(tx).behind(id, after, BATCH);
      return {
        customers: task.customers,
        rows: found,
        last: await dialledCallsRepo(tx).lastOf(found.map((row) => row.id)),
      };
    });
    if (rows.length === 0) return;
    yield await Promise.all(rows.map((row) => shownCustomer(row, last.get(row.id), caller, words)));
    after = rows.at(-1)!.id;
    written += rows.length;
    progress(Math.min(1, written / Math.max(1, customers)));
  }
}

async function* callsOf({ db }: ExportWorld, caller: ExportCaller, id: number): AsyncGenerator<CallRow[]> {
  let after: number | null = null;
  for (;;) {
    const behind: number | null = after;
    const rows: DialledCall[] = await db.tenant({ tenantId: caller.tenantId }, async (tx) => {
      await findCampaign(tx, 'dialer', id);
      return dialledCallsRepo(tx).behind(id, behind, BATCH);
    });
    if (rows.length === 0) return;
    yield rows.map((row) => ({
      ...shownCall(row),
      customerName: caller.needsMasking ? maskName(row.memberName) : row.memberName,
      phone: caller.needsMasking ? maskPhone(row.number) : row.number,
    }));
    after = rows.at(-1)!.id;
  }
}

/** Tasks, their customers and their calls as files. */
export function exportHandlers(
  world: ExportWorld,
): Handlers<Pick<typeof dialerApi, 'exportCustomers' | 'exportCalls' | 'exportTasks'>> {
  const { db, clock } = world;

  const request = (caller: Caller, { id, kind }: ExportWish, what: { kind: string; stem: string }) =>
    db.tenant(caller, async (tx) => {
      const task = await findCampaign(tx, 'dialer', id);
      const zone = caller.timeZone ?? (await tenantZone(tx));
      const fileName = tableFileName(kind, { stem: what.stem, zone, atMs: clock.nowMs() });
      caller.operation.note(task.name, { after: { file: fileName } });
      const params: ExportWish = { id, kind };
      const asked = { fileName, feature: 'dialer', kind: what.kind, params };
      return { instead: { task_id: await requestExport(tx, { ...caller, timeZone: zone }, asked) } };
    });

  return {
    exportCustomers: (caller, wish) => request(caller, wish, { kind: CUSTOMERS, stem: 'dialer-customers' }),
    exportCalls: (caller, wish) => request(caller, wish, { kind: CALLS, stem: 'dialer-calls' }),
    async exportTasks(caller, { kind }) {
      const { zone, tasks } = await db.tenant(caller, async (tx) => ({
        zone: caller.timeZone ?? (await tenantZone(tx)),
        tasks: (await campaignsRepo(tx).page({ kind: 'dialer' }, { page: 1, size: CAMPAIGNS_MOST })).map(shownTask),
      }));
      const name = tableFileName(kind, { stem: 'dialer-tasks', zone, atMs: clock.nowMs() });
      caller.operation.note(name);
      const pieces: Uint8Array[] = [];
      for await (const piece of campaignTable(world, kind, {
        feature: 'dialer',
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
