import { z } from 'zod';
import {
  AddedCustomers,
  CAMPAIGN_FILE,
  CampaignFile,
  CampaignImport,
  CampaignSource,
  DraftOrigin,
  DraftSource,
  DialerFields,
  FileWish,
  keptOutReasons,
  settingsText,
} from '#features/outbound/campaigns/contract.ts';
import { channel } from '#shared/channel.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
import { TaskStatus } from '#shared/codes/task-status.ts';
import {
  download,
  endpoint,
  Id,
  nothing,
  pageOf,
  PageQuery,
  TableFileKind,
  upload,
  WireTime,
} from '#shared/endpoint.ts';

/** Behind so many a list does not count on. */
export const DIALER_COUNT_CAP = 10_000;
/** So many customers are named in one call. */
export const DIALER_BATCH_MOST = 1_000;

/** A task of the dialler as lists show it. */
export const DialerTask = z.object({
  id: z.number(),
  name: z.string(),
  status: TaskStatus.schema,
  /** More of it than the status tells: whether it can be launched or started, and how it ended. */
  state: z.enum(['draft', 'ready', 'running', 'paused', 'expired', 'completed', 'failed']),
  /** While it is paused. */ pauseReason: TaskPauseReason.schema.nullable(),
  /** Who paused it, where somebody did. */ pausedBy: z.string(),
  pausedAt: WireTime.nullable(),
  dispatchType: DispatchType.schema,
  priority: z.number(),
  customers: z.number(),
  completed: z.number(),
  startAt: WireTime.nullable(),
  expiresAt: WireTime.nullable(),
  author: z.string(),
  createdAt: WireTime,
  startedAt: WireTime.nullable(),
  endedAt: WireTime.nullable(),
});
export type DialerTask = z.infer<typeof DialerTask>;

/** The same with everything that was set. */
export const DialerTaskDetail = DialerTask.extend(DialerFields.omit({ name: true }).shape).extend({
  retry: DialerFields.shape.retry.unwrap(),
  groupName: z.string(),
  agents: z.array(z.object({ id: z.number(), name: z.string() })),
  scriptName: z.string(),
  routeName: z.string(),
  /** Of a draft: whom it brings in when it is launched. */ draftOf: DraftOrigin.nullable(),
  /** Grows with every change. */ version: z.number(),
});
export type DialerTaskDetail = z.infer<typeof DialerTaskDetail>;

/** One call of a task. */
export const DialerCall = z.object({
  id: z.number(),
  callId: z.string().nullable(),
  /** Who talked; empty: nobody came to it. */ agentName: z.string(),
  status: z.union([LiveCallStatus.schema, FinalCallStatus.schema]),
  /** Null while it lasts. */ result: PreviewResult.schema.nullable(),
  /** Somebody answered and nobody of ours came in time. */ isAbandoned: z.boolean(),
  /** Whoever took the line was gone before anybody spoke. */ hungUp: z.boolean(),
  byMachine: z.boolean(),
  /** How long it rang, and how long whoever answered waited for an agent. */
  ringSec: z.number().nullable(),
  waitSec: z.number().nullable(),
  talkSec: z.number(),
  beganAt: WireTime,
  endedAt: WireTime.nullable(),
});
export type DialerCall = z.infer<typeof DialerCall>;

/** Why a customer of a task is done with: by what came of a call, or because they may not be called. */
export const DialerClosedBy = z.enum(['result', 'attempts', 'never', 'undecided', 'removed', ...keptOutReasons]);

/** A customer of a task, as the caller may see them. */
export const DialerCustomer = z.object({
  id: z.number(),
  taskId: z.number(),
  /** Null: a number of a file that no customer of ours has. */ customerId: z.number().nullable(),
  customerName: z.string(),
  phone: z.string(),
  country: z.string(),
  columns: z.record(z.string(), z.string()),
  priority: z.number(),
  taskState: PreviewTaskState.schema,
  result: PreviewResult.schema,
  attempts: z.number(),
  /** Of the last call, or of the one under way; null: not called yet. */
  lastCall: DialerCall.nullable(),
  lastCallAt: WireTime.nullable(),
  /** Not before; null: at any time. */ nextAt: WireTime.nullable(),
  isSetAside: z.boolean(),
  /** What they rest for where nobody can say how long. */ waitsFor: z
    .enum(['oldList', 'teamLimit', 'noPrice', 'dayOff'])
    .nullable(),
  closedBy: DialerClosedBy.nullable(),
  doneAt: WireTime.nullable(),
});
export type DialerCustomer = z.infer<typeof DialerCustomer>;

const AnsweredCount = z.object({
  answered: z.number(),
  /** Those of them whom nobody of ours came to in time. */ abandoned: z.number(),
});

/** Why so many calls are dialled, as the dialler says it; the page puts it into words. */
export const DialerWhy = z.object({
  limit: z.enum(['agents', 'ratio', 'risk', 'allowance', 'lines', 'starts', 'customers']),
  free: z.number(),
  handling: z.number(),
  leaving: z.number(),
  inbound: z.number(),
  keptForInbound: z.number(),
  /** Expected in a quarter of an hour. */ callersPerQuarter: z.number(),
  ringing: z.number(),
  expectedFree: z.number(),
  expectedAnswers: z.number(),
  answerRate: z.number(),
  ringMs: z.number(),
  handlingMs: z.number(),
  risk: z.number().nullable(),
  riskAllowed: z.number().nullable(),
  allowanceLeft: z.number(),
});
export type DialerWhy = z.infer<typeof DialerWhy>;

/** A task that dials, at this moment. */
export const DialerNow = z.object({
  dialling: z.number(),
  ringing: z.number(),
  /** Somebody answered and an agent is on the way. */ waiting: z.number(),
  talking: z.number(),
  /** Agents a call may go to. */ free: z.number(),
  wrapUp: z.number(),
  why: DialerWhy.nullable(),
  /** What keeps it from calling at all. */
  limit: z
    .enum(['calls', 'lines', 'starts', 'customers', 'machine', 'refused', 'oldList', 'teamLimit', 'paused'])
    .nullable(),
  today: AnsweredCount,
  thirtyDays: AnsweredCount,
  /** Calls begun in the last second. */ startsPerSec: z.number(),
});
export type DialerNow = z.infer<typeof DialerNow>;

/** When everybody of a task will have been called. */
export const DialerForecast = z.discriminatedUnion('is', [
  /** Nobody is left. */ z.object({ is: z.literal('through') }),
  /** Nobody was reached lately, or it does not run: nothing can be said. */ z.object({ is: z.literal('unknown') }),
  z.object({ is: z.literal('at'), at: WireTime }),
  /** Its time is over before: so many will not have been called. */
  z.object({ is: z.literal('cutOff'), at: WireTime, left: z.number() }),
]);
export type DialerForecast = z.infer<typeof DialerForecast>;

const HourCount = z.object({
  /** Of the day, by the clock of whoever asks. */ hour: z.number(),
  calls: z.number(),
  /** By people. */ answered: z.number(),
  abandoned: z.number(),
});

/** What the board of a task shows besides this moment. */
export const DialerBoard = z.object({
  /** Null: it does not dial. */ now: DialerNow.nullable(),
  today: AnsweredCount,
  thirtyDays: AnsweredCount,
  allowedPerMille: z.number(),
  /** Customers still to be called. */ open: z.number(),
  forecast: DialerForecast,
  hours: z.array(HourCount),
});
export type DialerBoard = z.infer<typeof DialerBoard>;

/** What a task has come to. */
export const DialerFigures = z.object({
  customers: z.number(),
  completed: z.number(),
  setAside: z.number(),
  /** By `PreviewResult`. */
  results: z.array(z.object({ result: PreviewResult.schema, customers: z.number() })),
  calls: z.number(),
  answered: z.number(),
  abandoned: z.number(),
  machines: z.number(),
  /** With an agent. */ connected: z.number(),
  talkSec: z.number(),
  /** Of calls that are over, the most frequent first. */
  statuses: z.array(z.object({ status: FinalCallStatus.schema, calls: z.number() })),
  hours: z.array(HourCount),
  days: z.array(z.object({ day: z.string(), calls: z.number(), answered: z.number() })),
  agents: z.array(z.object({ agentId: z.number(), agentName: z.string(), calls: z.number(), talkSec: z.number() })),
});
export type DialerFigures = z.infer<typeof DialerFigures>;

const wholeNumber = z.coerce.number();
const ofTask = z.object({ id: Id });
const CustomerIds = z.array(Id).min(1).max(DIALER_BATCH_MOST);

/** What is done with customers of a task. */
export const customerDeeds = ['setAside', 'goOn', 'callNext', 'reopen', 'remove'] as const;
export type CustomerDeed = (typeof customerDeeds)[number];

const at = <P extends string>(path: P) => `/cc/api/dialerTask/v1/${path}` as const;

/** How a task stands, as it changes; at most once a second. Query: `id`, the task. */
export const dialerSocket = channel({
  path: '/cc/dialer/websocket',
  access: 'dialer.view',
  summary: 'How a task of the dialler stands at every moment.',
  proof: 'ticket',
  up: z.object({ kind: z.literal('ping') }),
  down: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('pong') }),
    z.object({ kind: z.literal('now'), /** Null: it does not dial. */ now: DialerNow.nullable() }),
  ]),
  ping: { message: { kind: 'ping' }, everyMs: 30_000, silenceMs: 90_000 },
  // A board hangs on a wall for days: it never stops trying.
  reconnect: { everyMs: 5_000, attempts: Number.POSITIVE_INFINITY },
});

export const dialerApi = {
  create: upload({
    method: 'POST',
    path: at('create'),
    access: 'dialer.edit',
    api: 'campaigns.write',
    summary:
      'Makes a task of the dialler with the customers of a csv or xlsx file; answers the task and what the columns are.',
    input: z.object({ settings: settingsText(DialerFields), ...FileWish }),
    data: CampaignFile.extend({ id: z.number() }),
    ...CAMPAIGN_FILE,
    limit: { per: 'user', max: 30, windowSec: 60 },
  }),
  createFrom: endpoint({
    method: 'POST',
    path: at('createFrom'),
    access: 'dialer.edit',
    api: 'campaigns.write',
    summary:
      'Makes a task of the dialler, empty or with customers of a list, chosen ones or those of a saved condition.',
    input: z.object({ settings: DialerFields, source: CampaignSource.optional(), draftOf: DraftSource.optional() }),
    data: z.object({ id: z.number(), added: AddedCustomers.nullable(), import: CampaignImport.nullable() }),
  }),
  appendCustomers: endpoint({
    method: 'POST',
    path: at('appendCustomers'),
    access: 'dialer.edit',
    api: 'campaigns.write',
    summary: 'Adds customers to a task, also while it runs; those of a saved condition come in the background.',
    input: z.object({ id: Id, source: CampaignSource }),
    data: z.object({ added: AddedCustomers.nullable(), import: CampaignImport.nullable() }),
  }),
  updateStatus: endpoint({
    method: 'POST',
    path: at('updateStatus'),
    access: 'dialer.edit',
    api: 'campaigns.write',
    summary: 'Launches a task, starts it or goes on with it, pauses it, ends it, or opens an ended one again.',
    input: z.object({ id: Id, move: z.enum(['launch', 'start', 'pause', 'complete', 'reopen']) }),
    data: z.object({ status: TaskStatus.schema }),
  }),
  updateInfo: endpoint({
    method: 'POST',
    path: at('updateInfo'),
    access: 'dialer.edit',
    api: 'campaigns.write',
    summary: 'Changes what is set of a task, also while it runs.',
    input: z.object({ id: Id, settings: DialerFields, /** As it was read. */ version: z.number().int() }),
    data: z.null(),
  }),
  operate: endpoint({
    method: 'POST',
    path: at('customerOperate'),
    access: 'dialer.edit',
    api: 'campaigns.write',
    summary:
      'Sets customers of a task aside, goes on with them, has them called next, opens them again, or takes them out.',
    input: z.object({ id: Id, customerIds: CustomerIds, deed: z.enum(customerDeeds) }),
    data: z.object({ done: z.number() }),
  }),
  remove: endpoint({
    method: 'POST',
    path: at('remove'),
    access: 'dialer.edit',
    summary: 'Removes a task that does not run; its calls stay in the records.',
    input: ofTask,
    data: z.null(),
  }),
  page: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'dialer.view',
    api: 'campaigns.read',
    reads: true,
    summary: 'The tasks of the dialler, the newest first.',
    input: PageQuery.extend({
      name: z.string().trim().max(60).optional(),
      status: wholeNumber.pipe(TaskStatus.schema).optional(),
    }),
    data: pageOf(DialerTask).extend({
      /** How many there are of each status. */
      statuses: z.array(z.object({ status: TaskStatus.schema, tasks: z.number() })),
    }),
  }),
  detail: endpoint({
    method: 'POST',
    path: at('detail'),
    access: 'dialer.view',
    api: 'campaigns.read',
    reads: true,
    summary: 'One task with everything that is set.',
    input: ofTask,
    data: DialerTaskDetail,
  }),
  choices: endpoint({
    method: 'POST',
    path: at('choices'),
    access: 'dialer.edit',
    reads: true,
    summary: 'The routes for automatic calls, for whoever makes a task.',
    input: nothing,
    data: z.object({
      routes: z.array(z.object({ id: z.number(), name: z.string() })),
      /** Where there are none at all, calls leave by every trunk. */ hasRoutes: z.boolean(),
    }),
  }),
  customers: endpoint({
    method: 'POST',
    path: at('customers'),
    access: 'dialer.view',
    api: 'campaigns.read',
    reads: true,
    summary: 'The customers of a task in the order of its list, each with the last call.',
    input: PageQuery.extend({
      id: Id,
      /** A name or the beginning of a number. */ words: z.string().trim().max(60).optional(),
      taskState: wholeNumber.pipe(PreviewTaskState.schema).optional(),
      result: wholeNumber.pipe(PreviewResult.schema).optional(),
      /** Only who was set aside. */ setAside: z.boolean().default(false),
    }),
    data: pageOf(DialerCustomer).extend({ totalCapped: z.boolean() }),
  }),
  calls: endpoint({
    method: 'POST',
    path: at('calls'),
    access: 'dialer.view',
    api: 'campaigns.read',
    reads: true,
    summary: 'The calls to a customer of a task, the newest first.',
    input: z.object({ customerId: Id }),
    data: z.array(DialerCall),
  }),
  board: endpoint({
    method: 'POST',
    path: at('board'),
    access: 'dialer.view',
    reads: true,
    renewsSession: false,
    summary:
      'How a task stands: this moment, abandoned calls beside what is allowed, the hours of today, and when it will be through.',
    input: ofTask,
    data: DialerBoard,
  }),
  figures: endpoint({
    method: 'POST',
    path: at('figures'),
    access: 'dialer.view',
    api: 'campaigns.read',
    reads: true,
    summary: 'What a task has come to: in all, by hour of the day, by day, by how calls ended and by agent.',
    input: ofTask,
    data: DialerFigures,
  }),
  exportCustomers: download({
    method: 'POST',
    path: at('exportCustomers'),
    access: 'dialer.view',
    freshProof: true,
    summary: 'The customers of a task and what came of them, as a file in my downloads.',
    input: z.object({ id: Id, kind: TableFileKind.default('csv') }),
    instead: z.object({ task_id: z.number() }),
  }),
  exportCalls: download({
    method: 'POST',
    path: at('exportCalls'),
    access: 'dialer.view',
    freshProof: true,
    summary: 'Every call of a task, as a file in my downloads.',
    input: z.object({ id: Id, kind: TableFileKind.default('csv') }),
    instead: z.object({ task_id: z.number() }),
  }),
  exportTasks: download({
    method: 'POST',
    path: at('exportTasks'),
    access: 'dialer.view',
    logged: true,
    summary: 'The list of tasks of the dialler with their figures, as a file.',
    input: z.object({ kind: TableFileKind.default('csv') }),
  }),
};
