import { z } from 'zod';
import {
  IMPORT_BYTES_MOST,
  ImportMapping,
  ImportPreview,
  ImportState,
  WRONG_ROWS_SHOWN,
  WrongRow,
} from '#features/customers/customer-files/contract.ts';
import { Skill } from '#features/team/agent-groups/contract.ts';
import { RETRY_CASES, usualRetries } from './core/retry-plan.ts';
import { DispatchType } from '#shared/codes/dispatch-type.ts';
import { Weekday } from '#shared/codes/weekday.ts';
import { TaskStartType } from '#shared/codes/task-start-type.ts';
import { download, endpoint, Id, nothing, TableFileKind, upload, WireTime } from '#shared/endpoint.ts';
import { fromWireTime } from '#shared/wire-time.ts';

export const CAMPAIGN_NAME_MAX = 60;
export const CAMPAIGN_NOTE_MAX = 1_000;
export const CAMPAIGNS_MOST = 1_000;
/** Three in a hundred: nobody may set more. */
export const ABANDONED_MOST_PER_MILLE = 30;
/** So many customers are taken by one call of a program, and so many chosen ones. */
export const LISTED_CUSTOMERS_MOST = 1_000;
export const CHOSEN_CUSTOMERS_MOST = 10_000;
export const NUMBER_POOL_MOST = 100;
export const CAMPAIGN_SKILLS_MOST = 10;
export const MACHINE_TEXT_MAX = 1_000;
export const MACHINE_RULES = ['connect', 'hangUp', 'message'] as const;

const Minute = z.number().int().min(0).max(1_440);
/** Calling is allowed on these days from minute to minute of the day. One that ends before it begins goes over midnight. */
export const CallingHours = z.object({
  weekdays: z.array(Weekday.schema).min(1).max(7),
  from: Minute.max(1_439),
  to: Minute,
});
export type CallingHours = z.infer<typeof CallingHours>;

/** How often, and when again, somebody is called whom we did not reach; a result that is not among the waits is not tried again. */
export const RetryRule = z.object({
  /** In all, with the first. */ attempts: z.number().int().min(1).max(20).default(usualRetries.attempts),
  /** Of one number on one day of the customer’s, over all campaigns. */
  perDay: z.number().int().min(1).max(20).default(usualRetries.perDay),
  waits: z
    .array(
      z.object({
        on: z.enum(RETRY_CASES),
        minutes: z.number().int().min(1).max(43_200),
        attempts: z.number().int().min(1).max(20).default(usualRetries.attempts),
      }),
    )
    .max(RETRY_CASES.length)
    .default([...usualRetries.waits]),
});
export type RetryRule = z.output<typeof RetryRule>;

/** What every kind of campaign has. */
export const CampaignFields = z.object({
  name: z.string().trim().min(1).max(CAMPAIGN_NAME_MAX),
  note: z.string().trim().max(CAMPAIGN_NOTE_MAX).default(''),
  startType: TaskStartType.schema.default(TaskStartType.manual),
  /** With the start type "timed". */ startAt: WireTime.nullable().default(null),
  expiresAt: WireTime.nullable().default(null),
  /** None: whenever the rules of the customer's country allow. */ hours: z.array(CallingHours).max(14).default([]),
  /** Whose clock the hours are of. */ zoneRule: z.enum(['customer', 'team']).default('customer'),
  retry: RetryRule.prefault({}),
  /** The higher goes first. */ priority: z.number().int().min(1).max(9).default(5),
  order: z.enum(['list', 'newest']).default('list'),
  /** The route calls leave by; the agent's own unless given. */ routerId: Id.nullable().default(null),
  scriptId: Id.nullable().default(null),
  /** Call labels that are offered after its calls; all unless given. */ labelIds: z.array(Id).max(50).default([]),
  /** Who works on it: a group, these agents, or both together. Nobody named: everybody who may. */
  groupId: Id.nullable().default(null),
  agentIds: z.array(Id).max(500).default([]),
  /** Of all of those only who can do all of this, each at least so well. */
  skills: z.array(Skill).max(CAMPAIGN_SKILLS_MOST).default([]),
  /** How customers that are added come to agents: whoever asks gets the next, shared out evenly, or to the customer's owner. */
  assignRule: z.enum(['pool', 'evenly', 'owner']).default('pool'),
  /** Numbers another campaign has: taken, left out while that one still calls them, or left out for good. */
  otherCampaigns: z.enum(['allow', 'skipOpen', 'skipAny']).default('skipOpen'),
  /** Nobody is called who has not agreed. */ needsConsent: z.boolean().default(false),
});
export type CampaignFields = z.output<typeof CampaignFields>;

/** What is set of a campaign, out of what tells more of it. */
export const campaignFieldsOf = (of: CampaignFields): CampaignFields => ({
  name: of.name,
  note: of.note,
  startType: of.startType,
  startAt: of.startAt,
  expiresAt: of.expiresAt,
  hours: of.hours,
  zoneRule: of.zoneRule,
  retry: of.retry,
  priority: of.priority,
  order: of.order,
  routerId: of.routerId,
  scriptId: of.scriptId,
  labelIds: of.labelIds,
  groupId: of.groupId,
  agentIds: of.agentIds,
  skills: of.skills,
  assignRule: of.assignRule,
  otherCampaigns: of.otherCampaigns,
  needsConsent: of.needsConsent,
});

/** What is set of a campaign, for a copy of it. An end that is over is not copied: the server takes none. */
export const withoutPastEnd = <Settings extends Pick<CampaignFields, 'expiresAt'>>(
  settings: Settings,
  nowMs: number,
): Settings =>
  settings.expiresAt !== null && fromWireTime(settings.expiresAt) <= nowMs
    ? { ...settings, expiresAt: null }
    : settings;

/** Settings beside a file, as text of a JSON object. */
export const settingsText = <Fields extends z.ZodType>(fields: Fields) =>
  z
    .string()
    .max(50_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'no JSON' });
        return z.NEVER;
      }
    })
    .pipe(fields);

/** What campaigns have besides whose calls nobody of ours dials: the dialler's and those of flows. */
export const DialledFields = CampaignFields.extend({
  /** So long a phone rings at most. */ ringSec: z.number().int().min(15).max(120).default(30),
  /** Numbers of ours that are shown in turns, digits with the country's code; none: as the route says. */
  numberPool: z
    .array(z.string().regex(/^\d{3,15}$/))
    .max(NUMBER_POOL_MOST)
    .default([]),
  /** What is done when a machine answers; `connect`: nobody listens for machines. */
  machineRule: z.enum(MACHINE_RULES).default('connect'),
  /** Played to a machine with `message`. */ machineSoundId: Id.nullable().default(null),
  /** Spoken to a machine with `message` where there is no sound; {Column} stands for what the list has of the customer. */
  machineText: z.string().trim().max(MACHINE_TEXT_MAX).default(''),
});
export type DialledFields = z.output<typeof DialledFields>;

/** A campaign the dialler calls for people. */
export const DialerFields = DialledFields.extend({
  dispatchType: DispatchType.schema.default(DispatchType.predictive),
  /** Lines for each free agent, where it is proportional. */
  ratio: z.number().min(1).max(10).multipleOf(0.01).default(1),
  /** Calls that found nobody, of a thousand that people answered. */
  abandonPerMille: z.number().int().min(0).max(ABANDONED_MOST_PER_MILLE).default(ABANDONED_MOST_PER_MILLE),
  /** Played to whoever finds nobody in time; null: what the product has. */
  abandonedSoundId: Id.nullable().default(null),
  /** Free agents who are left to callers of their groups. */ keepFree: z.number().int().min(0).max(100).default(0),
  /** The work after its calls; null: as the group or the team has it. */
  wrapUpSec: z.number().int().min(0).max(3_600).nullable().default(null),
});
export type DialerFields = z.output<typeof DialerFields>;

/** A campaign a flow calls for. Its group, where it has one, takes whoever the flow cannot talk to. */
export const AiFields = DialledFields.extend({
  flowId: Id,
  callsAtOnce: z.number().int().min(1).max(1_000).default(5),
  /** By the name of an attribute of the flow, the column of the list that fills it. */
  flowValues: z.record(z.string().trim().min(1).max(60), z.string().trim().min(1).max(60)).default({}),
});
export type AiFields = z.output<typeof AiFields>;

/** Why somebody is left out when customers are added. Plain words: pages list them without what checks schemas. */
export const keptOutReasons = [
  'otherCampaign',
  'number',
  'ownNumber',
  'blacklisted',
  'optedOut',
  'doNotCall',
  'listTooOld',
  'noConsent',
] as const;
export const KeptOut = z.enum(keptOutReasons);
export type KeptOut = z.infer<typeof KeptOut>;

/** What became of customers somebody wanted to add. */
export const AddedCustomers = z.object({
  added: z.number(),
  /** Twice in what was given, or in the campaign already. */ duplicates: z.number(),
  keptOut: z.partialRecord(KeptOut, z.number()),
  /** Not there, or none of the caller's. */ unknown: z.number().default(0),
});
export type AddedCustomers = z.infer<typeof AddedCustomers>;

/** Somebody a program names. */
export const ListedCustomer = z.object({
  /** With the country's code, or as written in the country given. */
  phone: z.string().trim().min(3).max(40),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  name: z.string().trim().max(200).default(''),
  priority: z.number().int().min(1).max(9).optional(),
  timeZone: z.string().max(60).default(''),
  columns: z.record(z.string().trim().min(1).max(60), z.string().max(2_000)).default({}),
});
export type ListedCustomer = z.output<typeof ListedCustomer>;

/** Where customers come from besides a file. Of a saved condition they come in the background, as a file's do. */
export const CampaignSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('list'), customers: z.array(ListedCustomer).min(1).max(LISTED_CUSTOMERS_MOST) }),
  z.object({ from: z.literal('chosen'), customerIds: z.array(Id).min(1).max(CHOSEN_CUSTOMERS_MOST) }),
  z.object({ from: z.literal('conditionGroup'), conditionGroupId: Id }),
]);
export type CampaignSource = z.output<typeof CampaignSource>;

const draftSources = [
  z.object({ from: z.literal('chosen'), customerIds: z.array(Id).min(1).max(LISTED_CUSTOMERS_MOST) }),
  z.object({ from: z.literal('conditionGroup'), conditionGroupId: Id }),
] as const;
/** Whom a draft brings in when it is launched: whoever goes on with it later need not choose again. */
export const DraftSource = z.discriminatedUnion('from', draftSources);
export type DraftSource = z.output<typeof DraftSource>;

/** The same of a draft that is there; a file is kept by itself, for a day. */
export const DraftOrigin = z.discriminatedUnion('from', [
  ...draftSources,
  z.object({
    from: z.literal('file'),
    fileId: z.number(),
    /** What its columns are was said. */ isChecked: z.boolean(),
  }),
]);
export type DraftOrigin = z.infer<typeof DraftOrigin>;

/** A campaign that customers can be added to, by its name. */
export const OpenCampaign = z.object({
  id: z.number(),
  kind: z.enum(['preview', 'dialer', 'ai']),
  name: z.string(),
  customers: z.number(),
});
export type OpenCampaign = z.infer<typeof OpenCampaign>;

/** A file, or customers of a saved condition, on their way into a campaign. */
export const CampaignImport = z.object({
  id: z.number(),
  campaignId: z.number(),
  /** Empty: of a saved condition. */ fileName: z.string(),
  state: ImportState,
  /** Null while a large file is still counted. */ rows: z.number().nullable(),
  /** Behind us in the present state. */ done: z.number(),
  /** What writing will do (state `checked`) or has done (`done`). */
  added: z.number(),
  duplicates: z.number(),
  keptOut: z.partialRecord(KeptOut, z.number()),
  wrong: z.number(),
  author: z.string(),
  createdAt: WireTime,
  finishedAt: WireTime.nullable(),
  /** Why it failed, as a name of `shared/errors.ts`; empty otherwise. */ reason: z.string(),
});
export type CampaignImport = z.infer<typeof CampaignImport>;

/** What the columns of a file are taken for; what is nothing else is kept under its title (`column:<title>`). */
export const CampaignFile = ImportPreview.pick({ columns: true, encoding: true, delimiter: true }).extend({
  import: CampaignImport,
});
export type CampaignFile = z.infer<typeof CampaignFile>;

/** Beside a file. */
export const FileWish = {
  /** Of numbers without a country's code. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** Goes on with what the columns were guessed to be, without anybody looking at it first. */
  startsAtOnce: z.stringbool().default(false),
};
export const CAMPAIGN_FILE = {
  accepts: ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  maxBytes: IMPORT_BYTES_MOST,
} as const;

/** Pushed to whoever imports: a `CampaignImport`. */
export const CAMPAIGN_IMPORT_PROGRESS = 'campaigns.import';
/** Pushed to everybody: the campaign `{ id }` is another than before; what of it somebody may see is asked for. */
export const CAMPAIGN_CHANGED = 'campaigns.changed';
/** Pushed to the agent of a customer of a campaign and to whoever sees such campaigns: `{ id, campaignId }`. */
export const CAMPAIGN_MEMBER_CHANGED = 'campaigns.member';
/*
 * What programs of the team are told of a campaign carries a `number` of its own, counted in the transactions that make it true: what
 * arrives late is put into its order by it.
 */
/** Announced when a campaign began, stopped or ended: `{ tenantId, id, name, kind, before, state, pauseReason, number }`. */
export const CAMPAIGN_MOVED = 'campaigns.moved';
/** Announced when customers of a campaign are done with: `{ tenantId, campaignId, ids, number }`, the number that of the first. */
export const CAMPAIGN_CUSTOMER_DONE = 'campaigns.customerDone';
/** Announced when attempts of a campaign ended: `{ tenantId, campaignId, ids, number }`, the number that of the first. */
export const CAMPAIGN_ATTEMPT_ENDED = 'campaigns.attemptEnded';
/** Announced when customers came in: `{ tenantId, campaignId, added }`. */
export const CAMPAIGN_GREW = 'campaigns.grew';
/** Announced when something came of a customer: `{ tenantId, ids }`, of campaign customers. */
export const CAMPAIGN_RESULT = 'campaigns.result';

const at = <P extends string>(path: P) => `/cc/api/campaign/v1/${path}` as const;
const ofImport = z.object({ id: Id });

export const campaignsApi = {
  appendFile: upload({
    method: 'POST',
    path: at('import'),
    access: 'campaigns.edit',
    api: 'campaigns.write',
    summary:
      'Takes a csv or xlsx file of customers for a campaign, also while it runs, and answers what its columns are.',
    input: z.object({ campaignId: Id, ...FileWish }),
    data: CampaignFile,
    ...CAMPAIGN_FILE,
    limit: { per: 'user', max: 30, windowSec: 60 },
  }),
  open: endpoint({
    method: 'GET',
    path: at('open'),
    access: 'campaigns.edit',
    summary: 'The campaigns that the caller may add customers to, the newest first.',
    input: nothing,
    data: z.array(OpenCampaign),
  }),
  addChosen: endpoint({
    method: 'POST',
    path: at('addChosen'),
    access: 'campaigns.edit',
    summary: 'Adds chosen customers to a campaign, also while it runs.',
    input: z.object({ campaignId: Id, customerIds: z.array(Id).min(1).max(LISTED_CUSTOMERS_MOST) }),
    data: AddedCustomers,
  }),
  numbers: endpoint({
    method: 'GET',
    path: at('numbers'),
    access: 'campaigns.edit',
    summary: 'Numbers of the team that may be shown to whoever is called.',
    input: nothing,
    data: z.array(z.object({ number: z.string(), remark: z.string() })),
  }),
  importPreview: endpoint({
    method: 'GET',
    path: at('import/{id}'),
    access: 'campaigns.edit',
    api: 'campaigns.read',
    summary: 'A file on its way into a campaign: its columns, and where it stands.',
    input: ofImport,
    data: CampaignFile,
  }),
  importCheck: endpoint({
    method: 'POST',
    path: at('import/check'),
    access: 'campaigns.edit',
    api: 'campaigns.write',
    summary:
      'Reads every row with this mapping and says what writing would do: who is new, twice, or not to be called.',
    input: z.object({ id: Id, mapping: ImportMapping, country: FileWish.country }),
    data: CampaignImport,
  }),
  importStart: endpoint({
    method: 'POST',
    path: at('import/start'),
    access: 'campaigns.edit',
    api: 'campaigns.write',
    summary: 'Writes a checked file into its campaign, whole or not at all.',
    input: ofImport,
    data: CampaignImport,
  }),
  importCancel: endpoint({
    method: 'POST',
    path: at('import/cancel'),
    access: 'campaigns.edit',
    summary: 'Stops a file on its way into a campaign; nothing of it stays.',
    input: ofImport,
    data: z.null(),
  }),
  imports: endpoint({
    method: 'GET',
    path: at('{campaignId}/imports'),
    access: 'campaigns.edit',
    api: 'campaigns.read',
    summary: 'The latest files of a campaign.',
    input: z.object({ campaignId: Id }),
    data: z.array(CampaignImport),
  }),
  importWrong: endpoint({
    method: 'GET',
    path: at('import/{id}/wrong'),
    access: 'campaigns.edit',
    summary: `The first ${WRONG_ROWS_SHOWN} wrong rows of a file: line, column, what stands there and what is wrong with it.`,
    input: ofImport,
    data: z.array(WrongRow),
  }),
  importErrors: download({
    method: 'GET',
    path: at('import/{id}/errors'),
    access: 'campaigns.edit',
    summary: 'The rows of a file that were wrong, with line and reason.',
    input: ofImport,
  }),
  template: download({
    method: 'GET',
    path: at('template'),
    access: 'campaigns.edit',
    summary: 'An example of a file of customers for a campaign.',
    input: z.object({ kind: TableFileKind.default('xlsx') }),
  }),
};
