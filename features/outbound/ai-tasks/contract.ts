import { z } from 'zod';
import { AiCallMessage } from '#features/flows/flow-talks/contract.ts';
import {
  AddedCustomers,
  AiFields,
  CAMPAIGN_FILE,
  CampaignFile,
  CampaignImport,
  CampaignSource,
  DraftOrigin,
  DraftSource,
  FileWish,
  keptOutReasons,
  settingsText,
} from '#features/outbound/campaigns/contract.ts';
import { DialerForecast } from '#features/outbound/dialer/contract.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { AiCallStatus } from '#shared/codes/ai-call-status.ts';
import { AiOrderStatus } from '#shared/codes/ai-order-status.ts';
import { CompletionStatus } from '#shared/codes/completion-status.ts';
import { ConditionStatus } from '#shared/codes/condition-status.ts';
import { ConnectionStatus } from '#shared/codes/connection-status.ts';
import { ConversationType } from '#shared/codes/conversation-type.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
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
export const AI_COUNT_CAP = 10_000;
/** So many customers are named in one call. */
export const AI_BATCH_MOST = 1_000;
export const FLOW_VALUES_MOST = 200;
export const AI_NOTE_MAX = 2_000;

const ColumnTitle = z.string().trim().min(1).max(60);

/** What is set of an AI task: what every campaign has but for what agents need who call themselves, and what its flow wants. */
export const AiTaskFields = AiFields.omit({
  scriptId: true,
  labelIds: true,
  agentIds: true,
  skills: true,
  assignRule: true,
}).extend({
  /** Attributes of the flow by their key, and the column of the list that fills each; all that are required. `name` and `phone` are everybody's. */
  flowValues: z
    .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/), ColumnTitle)
    .refine((values) => Object.keys(values).length <= FLOW_VALUES_MOST, 'too many')
    .default({}),
});
export type AiTaskFields = z.output<typeof AiTaskFields>;

/** An AI task as lists show it. */
export const AiTask = z.object({
  id: z.number(),
  name: z.string(),
  status: TaskStatus.schema,
  /** More of it than the status tells: how it ended, and whether it waits for customers. */
  state: z.enum(['draft', 'ready', 'running', 'paused', 'expired', 'completed', 'failed']),
  /** While it is paused. */ pauseReason: TaskPauseReason.schema.nullable(),
  /** Who paused it, where somebody did. */ pausedBy: z.string(),
  pausedAt: WireTime.nullable(),
  flowId: z.number(),
  flowName: z.string(),
  callsAtOnce: z.number(),
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
export type AiTask = z.infer<typeof AiTask>;

/** The same with everything that was set. */
export const AiTaskDetail = AiTask.extend(AiTaskFields.omit({ name: true }).shape).extend({
  retry: AiTaskFields.shape.retry.unwrap(),
  groupName: z.string(),
  routeName: z.string(),
  /** Callers hear a version of it: without one nobody is called. */ isFlowPublished: z.boolean(),
  /** Of a draft: whom it brings in when it is launched. */ draftOf: DraftOrigin.nullable(),
  /** Grows with every change. */ version: z.number(),
});
export type AiTaskDetail = z.infer<typeof AiTaskDetail>;

/** What a flow wants to know beforehand. */
export const AiFlow = z.object({
  flowId: z.number(),
  flowName: z.string(),
  version: z.number(),
  languages: z.array(CustomerLanguage.schema),
  attributes: z.array(
    z.object({
      attrKey: z.string(),
      name: z.string(),
      /** It is said, and nothing in the flow asks for it or sets it: a task says which column fills it. */
      isRequired: z.boolean(),
    }),
  ),
});
export type AiFlow = z.infer<typeof AiFlow>;

/** Why nobody calls a customer any more. */
export const AiClosedBy = z.enum(['result', 'attempts', 'never', 'undecided', 'stopped', 'removed', ...keptOutReasons]);
export type AiClosedBy = z.infer<typeof AiClosedBy>;

/** A customer of an AI task, as the caller may see them. */
export const AiCustomer = z.object({
  id: z.number(),
  taskId: z.number(),
  /** Null: a number of a file that no customer of ours has. */ customerId: z.number().nullable(),
  customerName: z.string(),
  phone: z.string(),
  country: z.string(),
  columns: z.record(z.string(), z.string()),
  priority: z.number(),
  /** 0 not called yet, 1 called and not done with, 2 done with, 3 set aside, 4 stopped by somebody. */
  orderStatus: AiOrderStatus.schema,
  /** Of the last call, or of the one under way. */
  lastCall: z
    .object({
      attemptId: z.number(),
      status: AiCallStatus.schema,
      result: AiCallResult.schema.nullable(),
      completionStatus: CompletionStatus.schema,
      beganAt: WireTime,
      talkSec: z.number(),
    })
    .nullable(),
  /** Whether somebody answered the last call; null: nobody called yet. */ condition: ConditionStatus.schema.nullable(),
  attempts: z.number(),
  /** Not before; null: at any time, or never. */ nextAt: WireTime.nullable(),
  closedBy: AiClosedBy.nullable(),
  note: z.string(),
  /** What the last conversation came to know, by the attributes of the flow. */
  collected: z.record(z.string(), z.string()),
  doneAt: WireTime.nullable(),
});
export type AiCustomer = z.infer<typeof AiCustomer>;

/** One call of an AI task. */
export const AiTaskCall = z.object({
  attemptId: z.number(),
  taskId: z.number(),
  /** Of the task, not of the customer base. */ memberId: z.number(),
  customerId: z.number().nullable(),
  customerName: z.string(),
  phone: z.string(),
  /** Of the call record; null: nothing left the house. */ callId: z.string().nullable(),
  /** Of the conversation, where there was one. */ talkId: z.string().nullable(),
  status: AiCallStatus.schema,
  completionStatus: CompletionStatus.schema,
  connectionStatus: ConnectionStatus.schema,
  condition: ConditionStatus.schema,
  /** Null while it lasts, and where nobody can say. */ result: AiCallResult.schema.nullable(),
  isOver: z.boolean(),
  talkSec: z.number(),
  /** How often the customer said or pressed something. */ turns: z.number(),
  hasRecording: z.boolean(),
  /** Who had it from the flow on; empty: nobody. */ agentName: z.string(),
  beganAt: WireTime,
  answeredAt: WireTime.nullable(),
  endedAt: WireTime.nullable(),
});
export type AiTaskCall = z.infer<typeof AiTaskCall>;

/** The conversation of a call. */
export const AiConversation = z.object({
  conversationType: ConversationType.schema,
  call: AiTaskCall,
  flowName: z.string(),
  flowVersion: z.number().nullable(),
  language: CustomerLanguage.schema,
  /** What it came to know. */ variables: z.record(z.string(), z.string()),
  messages: z.array(AiCallMessage),
});
export type AiConversation = z.infer<typeof AiConversation>;

const Counted = z.object({ calls: z.number(), connected: z.number() });

/** What a task has come to. */
export const AiStatistics = z.object({
  customers: z.number(),
  completed: z.number(),
  orders: z.array(z.object({ orderStatus: AiOrderStatus.schema, customers: z.number() })),
  calls: z.number(),
  connected: z.number(),
  /** Calls under way now. */ underWay: z.number(),
  talkSec: z.number(),
  /** By `AiCallStatus`, of calls that are over. */
  statuses: z.array(z.object({ status: AiCallStatus.schema, calls: z.number() })),
  /** By `AiCallResult`. */ results: z.array(z.object({ result: AiCallResult.schema, calls: z.number() })),
  /** Calls a machine answered. */ machines: z.number(),
  transferred: z.object({ succeeded: z.number(), failed: z.number() }),
  days: z.array(Counted.extend({ day: z.string() })),
  /** Of the day, by the reader's clock. */ hours: z.array(Counted.extend({ hour: z.number() })),
});
export type AiStatistics = z.infer<typeof AiStatistics>;

/** Pushed to whoever sees AI tasks while one calls: how far calls of the task `{ id }` are is other than before. */
export const AI_CALLS_CHANGED = 'ai-tasks.calls';
/** What keeps a task from calling more: its own number of calls, lines, calls a second, customers, this machine, lines that refuse. */
export const aiLimits = [
  'calls',
  'lines',
  'starts',
  'customers',
  'machine',
  'refused',
  'oldList',
  'teamLimit',
  'paused',
] as const;

/** A task at this moment. */
export const AiNow = z.object({
  /** Null: it does not call. */
  calls: z
    .object({
      dialling: z.number(),
      ringing: z.number(),
      talking: z.number(),
      /** Calls begun in the last second. */ startsPerSec: z.number(),
      limit: z.enum(aiLimits).nullable(),
    })
    .nullable(),
  forecast: DialerForecast,
});
export type AiNow = z.infer<typeof AiNow>;

const wholeNumber = z.coerce.number();
const ofTask = z.object({ id: Id });
const ofCall = z.object({ attemptId: Id });
const Words = z.string().trim().max(60).optional();
const CustomerIds = z.array(Id).min(1).max(AI_BATCH_MOST);
const CallFilter = {
  id: Id,
  /** Calls to one of its customers. */ memberId: Id.optional(),
  words: Words,
  condition: wholeNumber.pipe(ConditionStatus.schema).optional(),
  status: wholeNumber.pipe(AiCallStatus.schema).optional(),
  result: wholeNumber.pipe(AiCallResult.schema).optional(),
  /** Only what goes on now. */ live: z.stringbool().default(false),
};

/** What calls are made ready with is said before they leave (`synthesizing`); pushed as campaigns tell it (`campaigns.changed`). */
const at = <P extends string>(path: P) => `/cc/api/flowManager/v1/task/${path}` as const;

export const aiTasksApi = {
  page: endpoint({
    method: 'GET',
    path: at('page'),
    access: 'ai-tasks.view',
    api: 'campaigns.read',
    summary: 'The AI tasks, the newest first.',
    input: PageQuery.extend({
      name: Words,
      status: wholeNumber.pipe(TaskStatus.schema).optional(),
    }),
    data: pageOf(AiTask).extend({
      /** How many there are of each status. */
      statuses: z.array(z.object({ status: TaskStatus.schema, tasks: z.number() })),
    }),
  }),
  create: upload({
    method: 'POST',
    path: at('create'),
    access: 'ai-tasks.edit',
    api: 'campaigns.write',
    summary: 'Makes an AI task with the customers of a csv or xlsx file; answers the task and what the columns are.',
    input: z.object({ settings: settingsText(AiTaskFields), ...FileWish }),
    data: CampaignFile.extend({ id: z.number() }),
    ...CAMPAIGN_FILE,
    limit: { per: 'user', max: 30, windowSec: 60 },
  }),
  createFrom: endpoint({
    method: 'POST',
    path: at('createFrom'),
    access: 'ai-tasks.edit',
    api: 'campaigns.write',
    summary: 'Makes an AI task, empty or with customers of a list, chosen ones or those of a saved condition.',
    input: z.object({ settings: AiTaskFields, source: CampaignSource.optional(), draftOf: DraftSource.optional() }),
    data: z.object({ id: z.number(), added: AddedCustomers.nullable(), import: CampaignImport.nullable() }),
  }),
  appendCustomers: endpoint({
    method: 'POST',
    path: at('appendCustomers'),
    access: 'ai-tasks.edit',
    api: 'campaigns.write',
    summary: 'Adds customers to a task, also while it runs; those of a saved condition come in the background.',
    input: z.object({ id: Id, source: CampaignSource }),
    data: z.object({ added: AddedCustomers.nullable(), import: CampaignImport.nullable() }),
  }),
  template: download({
    method: 'GET',
    path: at('template/download'),
    access: 'ai-tasks.edit',
    summary: 'An example of a file of customers, with a column for each attribute the flow wants.',
    input: z.object({ flowId: Id.optional(), kind: TableFileKind.default('xlsx') }),
  }),
  edit: endpoint({
    method: 'POST',
    path: at('edit'),
    access: 'ai-tasks.edit',
    api: 'campaigns.write',
    summary: 'Changes what is set of a task, also while it runs; calls that leave from then on follow it.',
    input: z.object({ id: Id, settings: AiTaskFields, /** As it was read. */ version: z.number().int() }),
    data: z.null(),
  }),
  updateStatus: endpoint({
    method: 'POST',
    path: at('updateStatus'),
    access: 'ai-tasks.edit',
    api: 'campaigns.write',
    summary:
      'Launches a task so that it starts as it is set to, starts it now, pauses it, lets it go on, stops it for good, or opens a stopped one again whose customers are not done with.',
    input: z.object({ id: Id, move: z.enum(['launch', 'start', 'pause', 'resume', 'stop', 'reopen']) }),
    data: z.object({ status: TaskStatus.schema }),
  }),
  remove: endpoint({
    method: 'POST',
    path: at('remove'),
    access: 'ai-tasks.edit',
    summary: 'Removes a task that does not run; its calls stay in the records.',
    input: ofTask,
    data: z.null(),
  }),
  routes: endpoint({
    method: 'GET',
    path: at('routeList'),
    access: 'ai-tasks.view',
    summary: 'The routes such calls may leave by (type 1, auto dial).',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  flows: endpoint({
    method: 'GET',
    path: at('flowList'),
    access: 'ai-tasks.view',
    summary: 'The flows that are published, with the attributes they want.',
    input: nothing,
    data: z.array(AiFlow),
  }),
  statistics: endpoint({
    method: 'GET',
    path: at('statistics'),
    access: 'ai-tasks.view',
    api: 'campaigns.read',
    summary: 'What a task has come to, in all, by status, by result, by day and by hour.',
    input: ofTask,
    data: AiStatistics,
  }),
  live: endpoint({
    method: 'GET',
    path: at('live'),
    access: 'ai-tasks.view',
    renewsSession: false,
    summary:
      'How a task stands at this moment: calls on their way, what keeps it from more, and when it will be through.',
    input: ofTask,
    data: AiNow,
  }),
  detail: endpoint({
    method: 'GET',
    path: at('detail'),
    access: 'ai-tasks.view',
    api: 'campaigns.read',
    summary: 'One task with everything that is set.',
    input: ofTask,
    data: AiTaskDetail,
  }),
  customers: endpoint({
    method: 'GET',
    path: at('customerPage'),
    access: 'ai-tasks.view',
    api: 'campaigns.read',
    summary: 'The customers of a task in the order of its list, with what came of the last call.',
    input: PageQuery.extend({
      id: Id,
      /** A name or the beginning of a number. */ words: Words,
      orderStatus: wholeNumber.pipe(AiOrderStatus.schema).optional(),
      condition: wholeNumber.pipe(ConditionStatus.schema).optional(),
    }),
    data: pageOf(AiCustomer).extend({ totalCapped: z.boolean() }),
  }),
  calls: endpoint({
    method: 'GET',
    path: at('callPage'),
    access: 'ai-tasks.view',
    api: 'campaigns.read',
    summary: 'The calls of a task, the newest first.',
    input: PageQuery.extend(CallFilter),
    data: pageOf(AiTaskCall).extend({ totalCapped: z.boolean() }),
  }),
  conversationMessages: endpoint({
    method: 'GET',
    path: at('conversationMessages'),
    access: 'ai-tasks.view',
    summary: 'What was said, heard and decided in a call, in order; with `after` what came since.',
    input: ofCall.extend({
      /** The last one that is known. */ after: wholeNumber.pipe(z.number().int().min(0)).default(0),
    }),
    data: z.object({
      messages: z.array(AiCallMessage),
      /** To ask for what comes next. */ last: z.number(),
      isOver: z.boolean(),
    }),
  }),
  conversation: endpoint({
    method: 'POST',
    path: at('conversation'),
    access: 'ai-tasks.view',
    reads: true,
    summary:
      'The conversation of a call with what came of it: everything, or what was said, or what holds these words.',
    input: ofCall.extend({
      show: z.enum(['all', 'said']).default('said'),
      /** Said by one of them alone. */ by: z.enum(['customer', 'agent']).optional(),
      words: Words,
    }),
    data: AiConversation.nullable(),
  }),
  exportCustomers: download({
    method: 'GET',
    path: at('customerExport'),
    access: 'ai-tasks.view',
    freshProof: true,
    logged: true,
    summary: 'The customers of a task and what came of them, as a file in my downloads.',
    input: z.object({ id: Id, kind: TableFileKind.default('csv') }),
    instead: z.object({ task_id: z.number() }),
  }),
  exportCalls: download({
    method: 'GET',
    path: at('callExport'),
    access: 'ai-tasks.view',
    freshProof: true,
    logged: true,
    summary: 'The calls of a task, as a file in my downloads.',
    input: z.object({ id: Id, kind: TableFileKind.default('csv') }),
    instead: z.object({ task_id: z.number() }),
  }),
  operateCall: endpoint({
    method: 'POST',
    path: at('callOperate'),
    access: 'ai-tasks.edit',
    summary: 'Does something with a call that goes on: hangs up, or hands it from the flow to people of a group.',
    input: z.discriminatedUnion('operate', [
      z.object({ operate: z.literal('hangUp'), attemptId: Id }),
      z.object({
        operate: z.literal('toPerson'),
        attemptId: Id,
        /** The group of the task unless given. */ groupId: Id.optional(),
      }),
    ]),
    data: z.null(),
  }),
  operateCustomers: endpoint({
    method: 'POST',
    path: at('callCustomerOperate'),
    access: 'ai-tasks.edit',
    api: 'campaigns.write',
    summary:
      'Sets customers of a task aside, lets them go on, stops them for good, or calls them now or again; the rules of calling hold all the same.',
    input: z.object({
      id: Id,
      customerIds: CustomerIds,
      operate: z.enum(['pause', 'resume', 'stop', 'callNow', 'callAgain']),
    }),
    data: z.object({ changed: z.number() }),
  }),
  removeCustomers: endpoint({
    method: 'POST',
    path: at('customerRemove'),
    access: 'ai-tasks.edit',
    api: 'campaigns.write',
    summary: 'Takes customers out of a task who were not called yet; others are closed and keep their calls.',
    input: z.object({ id: Id, customerIds: CustomerIds }),
    data: z.object({ removed: z.number(), closed: z.number() }),
  }),
  updateCustomer: endpoint({
    method: 'PUT',
    path: at('customerUpdate'),
    access: 'ai-tasks.edit',
    api: 'campaigns.write',
    summary: 'Changes a customer of a task: name, priority, columns, note.',
    input: z.object({
      memberId: Id,
      name: z.string().trim().max(200).optional(),
      priority: z.number().int().min(1).max(9).optional(),
      columns: z.record(ColumnTitle, z.string().max(2_000)).optional(),
      note: z.string().trim().max(AI_NOTE_MAX).optional(),
    }),
    data: z.null(),
  }),
};
