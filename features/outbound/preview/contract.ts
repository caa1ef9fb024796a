import { z } from 'zod';
import {
  AddedCustomers,
  CAMPAIGN_FILE,
  CampaignFields,
  CampaignFile,
  CampaignImport,
  CampaignSource,
  DraftOrigin,
  DraftSource,
  FileWish,
  keptOutReasons,
  settingsText,
} from '#features/outbound/campaigns/contract.ts';
import { FinalCallStatus } from '#shared/codes/final-call-status.ts';
import { LiveCallStatus } from '#shared/codes/live-call-status.ts';
import { PreviewResult } from '#shared/codes/preview-result.ts';
import { PreviewState } from '#shared/codes/preview-state.ts';
import { PreviewTaskState } from '#shared/codes/preview-task-state.ts';
import { TaskPauseReason } from '#shared/codes/task-pause-reason.ts';
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
export const PREVIEW_COUNT_CAP = 10_000;
export const SKIP_REASON_MAX = 200;
export const PREVIEW_NOTE_MAX = 2_000;
/** So many customers are named in one call. */
export const PREVIEW_BATCH_MOST = 1_000;

/** A preview task as lists show it. */
export const PreviewTask = z.object({
  id: z.number(),
  name: z.string(),
  state: PreviewState.schema,
  /** While it is paused. */ pauseReason: TaskPauseReason.schema.nullable(),
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
export type PreviewTask = z.infer<typeof PreviewTask>;

/** The same with everything that was set. */
export const PreviewTaskDetail = PreviewTask.extend(CampaignFields.omit({ name: true }).shape).extend({
  retry: CampaignFields.shape.retry.unwrap(),
  groupName: z.string(),
  agents: z.array(z.object({ id: z.number(), name: z.string() })),
  scriptName: z.string(),
  /** Of a draft: whom it brings in when it is launched. */ draftOf: DraftOrigin.nullable(),
  /** Grows with every change. */ version: z.number(),
});
export type PreviewTaskDetail = z.infer<typeof PreviewTaskDetail>;

/** One call of a task. */
export const PreviewAttempt = z.object({
  id: z.number(),
  callId: z.string().nullable(),
  agentName: z.string(),
  status: z.union([LiveCallStatus.schema, FinalCallStatus.schema]),
  /** Null while it lasts. */ result: PreviewResult.schema.nullable(),
  talkSec: z.number(),
  beganAt: WireTime,
  endedAt: WireTime.nullable(),
});
export type PreviewAttempt = z.infer<typeof PreviewAttempt>;

/** Why a customer of a task is done with: by what was noted, or because they may not be called. */
export const ClosedBy = z.enum(['result', 'skipped', 'attempts', 'never', 'undecided', 'removed', ...keptOutReasons]);

/** A customer of a task, as the caller may see them. */
export const PreviewCustomer = z.object({
  id: z.number(),
  taskId: z.number(),
  taskName: z.string(),
  /** Null: a number of a file that no customer of ours has. */ customerId: z.number().nullable(),
  customerName: z.string(),
  phone: z.string(),
  /** Stands for the number where it is dialled, when its digits are hidden. */ phoneWord: z.string(),
  country: z.string(),
  columns: z.record(z.string(), z.string()),
  priority: z.number(),
  agentId: z.number().nullable(),
  agentName: z.string(),
  taskState: PreviewTaskState.schema,
  result: PreviewResult.schema,
  attempts: z.number(),
  lastCallAt: WireTime.nullable(),
  /** Not before; null: at any time. */ nextAt: WireTime.nullable(),
  isFollowUp: z.boolean(),
  closedBy: ClosedBy.nullable(),
  skipReason: z.string(),
  note: z.string(),
  doneAt: WireTime.nullable(),
});
export type PreviewCustomer = z.infer<typeof PreviewCustomer>;

/** What an agent sees before calling. */
export const PreviewWork = z.object({
  customer: PreviewCustomer,
  task: PreviewTask.pick({ id: true, name: true, state: true }),
  calls: z.array(PreviewAttempt),
  script: z.object({ id: z.number(), name: z.string(), content: z.string() }).nullable(),
  labelIds: z.array(z.number()),
  routerId: z.number().nullable(),
  /** Why they may not be called now; null: they may. */
  blocked: z
    .enum([
      ...keptOutReasons,
      'notRunning',
      'undecided',
      'expired',
      'refusedLately',
      'abandonedLately',
      'dayLimit',
      'monthLimit',
      'tooEarly',
      'underWay',
      'dayOff',
      'hours',
    ])
    .nullable(),
  /** From when on they may, where that is known. */ callableAt: WireTime.nullable(),
});
export type PreviewWork = z.infer<typeof PreviewWork>;

/** What a task has come to. */
export const PreviewStatistics = z.object({
  customers: z.number(),
  completed: z.number(),
  /** By `PreviewResult`. */
  results: z.array(z.object({ result: PreviewResult.schema, customers: z.number() })),
  skipped: z.number(),
  unassigned: z.number(),
  followUps: z.number(),
  calls: z.number(),
  connected: z.number(),
  talkSec: z.number(),
  agents: z.array(
    z.object({
      agentId: z.number(),
      agentName: z.string(),
      customers: z.number(),
      completed: z.number(),
      calls: z.number(),
      connected: z.number(),
      talkSec: z.number(),
    }),
  ),
  days: z.array(z.object({ day: z.string(), calls: z.number(), connected: z.number() })),
});
export type PreviewStatistics = z.infer<typeof PreviewStatistics>;

const wholeNumber = z.coerce.number();
const CustomerQuery = PageQuery.extend({
  /** A name or the beginning of a number. */ words: z.string().trim().max(60).optional(),
  taskState: wholeNumber.pipe(PreviewTaskState.schema).optional(),
  result: wholeNumber.pipe(PreviewResult.schema).optional(),
});
const ofTask = z.object({ id: Id });
const CustomerIds = z.array(Id).min(1).max(PREVIEW_BATCH_MOST);

/** Pushed to an agent: a customer was given to them, or a promised call is due: `{ id, taskId }`. */
export const PREVIEW_GIVEN = 'preview.given';
export const PREVIEW_DUE = 'preview.due';

const at = <P extends string>(path: P) => `/cc/api/previewTask/v1/${path}` as const;

export const previewApi = {
  create: upload({
    method: 'POST',
    path: at('create'),
    access: 'preview.edit',
    api: 'campaigns.write',
    summary:
      'Makes a preview task with the customers of a csv or xlsx file; answers the task and what the columns are.',
    input: z.object({ settings: settingsText(CampaignFields), ...FileWish }),
    data: CampaignFile.extend({ id: z.number() }),
    ...CAMPAIGN_FILE,
    limit: { per: 'user', max: 30, windowSec: 60 },
  }),
  createFrom: endpoint({
    method: 'POST',
    path: at('createFrom'),
    access: 'preview.edit',
    api: 'campaigns.write',
    summary: 'Makes a preview task, empty or with customers of a list, chosen ones or those of a saved condition.',
    input: z.object({ settings: CampaignFields, source: CampaignSource.optional(), draftOf: DraftSource.optional() }),
    data: z.object({ id: z.number(), added: AddedCustomers.nullable(), import: CampaignImport.nullable() }),
  }),
  appendCustomers: endpoint({
    method: 'POST',
    path: at('appendCustomers'),
    access: 'preview.edit',
    api: 'campaigns.write',
    summary: 'Adds customers to a task, also while it runs; those of a saved condition come in the background.',
    input: z.object({ id: Id, source: CampaignSource }),
    data: z.object({ added: AddedCustomers.nullable(), import: CampaignImport.nullable() }),
  }),
  assign: endpoint({
    method: 'POST',
    path: at('assign'),
    access: 'preview.edit',
    api: 'campaigns.write',
    summary:
      'Shares the open customers of a task out: evenly, by a rule (the customer’s owner, or what a column says), or these to that agent.',
    input: z.object({
      id: Id,
      how: z.discriminatedUnion('by', [
        z.object({ by: z.literal('evenly'), agentIds: z.array(Id).min(1).max(500) }),
        z.object({ by: z.literal('owner') }),
        z.object({
          by: z.literal('column'),
          column: z.string().trim().min(1).max(60),
          agents: z
            .array(z.object({ value: z.string().trim().max(200), agentId: Id }))
            .min(1)
            .max(500),
        }),
        z.object({ by: z.literal('hand'), customerIds: CustomerIds, /** Null: nobody’s. */ agentId: Id.nullable() }),
      ]),
      /** Leaves those alone who are somebody’s. */ onlyUnassigned: z.boolean().default(true),
    }),
    data: z.object({
      assigned: z.number(),
      /** So many that it goes on in the background; the list changes as it does. */ isLater: z
        .literal(true)
        .optional(),
    }),
  }),
  updateStatus: endpoint({
    method: 'POST',
    path: at('updateStatus'),
    access: 'preview.edit',
    api: 'campaigns.write',
    summary: 'Launches a task, starts it or goes on with it, pauses it, ends it, or opens an ended one again.',
    input: z.object({ id: Id, move: z.enum(['launch', 'start', 'pause', 'complete', 'reopen']) }),
    data: z.object({ state: PreviewState.schema }),
  }),
  updateInfo: endpoint({
    method: 'POST',
    path: at('updateInfo'),
    access: 'preview.edit',
    api: 'campaigns.write',
    summary: 'Changes what is set of a task, also while it runs.',
    input: z.object({ id: Id, settings: CampaignFields, /** As it was read. */ version: z.number().int() }),
    data: z.null(),
  }),
  updateCustomer: endpoint({
    method: 'POST',
    path: at('updateCustomer'),
    access: 'preview.edit',
    api: 'campaigns.write',
    summary: 'Changes a customer of a task: name, priority, columns, or opens one again who was done with.',
    input: z.object({
      customerId: Id,
      name: z.string().trim().max(200).optional(),
      priority: z.number().int().min(1).max(9).optional(),
      columns: z.record(z.string().trim().min(1).max(60), z.string().max(2_000)).optional(),
      reopen: z.boolean().default(false),
    }),
    data: z.null(),
  }),
  removeCustomers: endpoint({
    method: 'POST',
    path: at('removeCustomers'),
    access: 'preview.edit',
    api: 'campaigns.write',
    summary: 'Takes customers out of a task who were not called yet; others are closed and keep their calls.',
    input: z.object({ id: Id, customerIds: CustomerIds }),
    data: z.object({ removed: z.number(), closed: z.number() }),
  }),
  remove: endpoint({
    method: 'POST',
    path: at('remove'),
    access: 'preview.edit',
    summary: 'Removes a task that does not run; its calls stay in the records.',
    input: ofTask,
    data: z.null(),
  }),
  page: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'preview.view',
    api: 'campaigns.read',
    reads: true,
    summary: 'The preview tasks, the newest first.',
    input: PageQuery.extend({
      name: z.string().trim().max(60).optional(),
      state: wholeNumber.pipe(PreviewState.schema).optional(),
    }),
    data: pageOf(PreviewTask).extend({
      /** How many there are in each state. */
      states: z.array(z.object({ state: PreviewState.schema, tasks: z.number() })),
    }),
  }),
  detail: endpoint({
    method: 'POST',
    path: at('detail'),
    access: 'preview.view',
    api: 'campaigns.read',
    reads: true,
    summary: 'One task with everything that is set.',
    input: ofTask,
    data: PreviewTaskDetail,
  }),
  customers: endpoint({
    method: 'POST',
    path: at('customers'),
    access: 'preview.view',
    api: 'campaigns.read',
    reads: true,
    summary: 'The customers of a task in the order of its list.',
    input: CustomerQuery.extend({ id: Id, agentId: Id.optional(), unassigned: z.boolean().default(false) }),
    data: pageOf(PreviewCustomer).extend({ totalCapped: z.boolean() }),
  }),
  attempts: endpoint({
    method: 'POST',
    path: at('attempts'),
    access: 'preview.view',
    api: 'campaigns.read',
    reads: true,
    summary: 'The calls to a customer of a task, the newest first.',
    input: z.object({ customerId: Id }),
    data: z.array(PreviewAttempt),
  }),
  statistics: endpoint({
    method: 'POST',
    path: at('statistics'),
    access: 'preview.view',
    api: 'campaigns.read',
    reads: true,
    summary: 'What a task has come to, in all, by agent and by day.',
    input: ofTask,
    data: PreviewStatistics,
  }),
  choices: endpoint({
    method: 'POST',
    path: at('choices'),
    access: 'preview.edit',
    reads: true,
    summary: 'The routes people call by, for whoever makes a task.',
    input: nothing,
    data: z.object({ routes: z.array(z.object({ id: z.number(), name: z.string() })) }),
  }),
  columns: endpoint({
    method: 'POST',
    path: at('columns'),
    access: 'preview.edit',
    reads: true,
    summary: 'The columns that came with the customers of a task, and what stands in them.',
    input: ofTask,
    data: z.array(
      z.object({
        column: z.string(),
        values: z.array(z.object({ value: z.string(), customers: z.number() })),
        /** There are more than are named. */ isMore: z.boolean(),
      }),
    ),
  }),
  colleagues: endpoint({
    method: 'POST',
    path: at('colleagues'),
    access: 'preview.use',
    reads: true,
    summary: 'Who else works on a task of mine.',
    input: ofTask,
    data: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  transferToAgent: endpoint({
    method: 'POST',
    path: at('transferToAgent'),
    access: 'preview.use',
    widenedBy: ['preview.edit'],
    summary: 'Gives customers of a task to another of its agents: one’s own, or with the right to edit anybody’s.',
    input: z.object({ id: Id, customerIds: CustomerIds, agentId: Id }),
    data: z.object({ assigned: z.number() }),
  }),
  export: download({
    method: 'POST',
    path: at('export'),
    access: 'preview.view',
    freshProof: true,
    summary: 'The customers of a task and what came of them, as a file in my downloads.',
    input: z.object({ id: Id, kind: TableFileKind.default('csv') }),
    instead: z.object({ task_id: z.number() }),
  }),
  exportTasks: download({
    method: 'POST',
    path: at('exportTasks'),
    access: 'preview.view',
    logged: true,
    summary: 'The list of preview tasks with their figures, as a file.',
    input: z.object({ kind: TableFileKind.default('csv') }),
  }),

  myTasks: endpoint({
    method: 'POST',
    path: at('myTasks'),
    access: 'preview.use',
    reads: true,
    summary: 'The tasks I can work on now, with what is left for me.',
    input: nothing,
    data: z.array(
      PreviewTask.pick({ id: true, name: true, state: true, priority: true, expiresAt: true }).extend({
        /** Mine and open. */ mine: z.number(),
        /** Mine, promised, and due. */ due: z.number(),
        /** Open and nobody’s, for whoever asks; counted to a thousand. */ free: z.number(),
      }),
    ),
  }),
  myCustomers: endpoint({
    method: 'POST',
    path: at('myCustomers'),
    access: 'preview.use',
    reads: true,
    summary: 'My customers of all tasks or of one; promised calls first.',
    input: CustomerQuery.extend({ id: Id.optional() }),
    data: pageOf(PreviewCustomer).extend({ totalCapped: z.boolean() }),
  }),
  next: endpoint({
    method: 'POST',
    // Its trace is the customer it gives: every look at the next one in the operation log would hide the rest.
    path: at('next'),
    access: 'preview.use',
    reads: true,
    summary:
      'My next customer, of one task or of all; whoever gets one has it until it is done, skipped or given back.',
    input: z.object({ id: Id.optional() }),
    data: PreviewWork.nullable(),
  }),
  open: endpoint({
    method: 'POST',
    path: at('open'),
    access: 'preview.use',
    reads: true,
    summary: 'A customer of mine with what is known before the call.',
    input: z.object({ customerId: Id }),
    data: PreviewWork,
  }),
  call: endpoint({
    method: 'POST',
    path: at('call'),
    access: 'preview.use',
    limit: { per: 'user', max: 60, windowSec: 60 },
    summary:
      'Asks once more whether a customer of mine may be called now, keeps the attempt and answers what my phone dials.',
    input: z.object({ customerId: Id }),
    data: z.object({
      attemptId: z.number(),
      taskId: z.string(),
      /** Empty: a number that no customer of ours has. */ customerId: z.string(),
      /** The number, or the word for it. */ number: z.string(),
      routerId: z.number(),
    }),
  }),
  giveBack: endpoint({
    method: 'POST',
    path: at('giveBack'),
    access: 'preview.use',
    reads: true,
    summary: 'Leaves a customer I was given by asking for the next to whoever asks then.',
    input: z.object({ customerId: Id }),
    data: z.null(),
  }),
  skip: endpoint({
    method: 'POST',
    path: at('skip'),
    access: 'preview.use',
    summary: 'Is done with a customer of mine without a call, and says why.',
    input: z.object({ customerId: Id, reason: z.string().trim().min(1).max(SKIP_REASON_MAX) }),
    data: z.null(),
  }),
  result: endpoint({
    method: 'POST',
    path: at('result'),
    access: 'preview.use',
    summary: 'Notes what came of a customer of mine, and whether I am done with them.',
    input: z.object({
      customerId: Id,
      result: PreviewResult.schema.optional(),
      note: z.string().trim().max(PREVIEW_NOTE_MAX).optional(),
      done: z.boolean(),
    }),
    data: z.null(),
  }),
  followUp: endpoint({
    method: 'POST',
    path: at('followUp'),
    access: 'preview.use',
    summary: 'Keeps a customer of mine for another call at a time.',
    input: z.object({ customerId: Id, at: WireTime, note: z.string().trim().max(PREVIEW_NOTE_MAX).optional() }),
    data: z.null(),
  }),
};
