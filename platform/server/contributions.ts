import type { RawBuilder } from 'kysely';
import type { ConditionTree } from '#core/customer/condition.ts';
import type { TimelineKind } from '#core/customer/timeline-kinds.ts';
import type { FlowUse } from '#core/flow/flow-use.ts';
import type { NumberRule } from '#core/numbers/number-rule.ts';
import type { NoticeKind } from '#core/push/notice-kinds.ts';
import type { FoundKind } from '#core/search/found-kinds.ts';
import type { AiCallResult } from '#shared/codes/ai-call-result.ts';
import type { Access } from '#shared/endpoint.ts';
import type { FailureName } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { TenantTx, Tx } from './db/db.ts';
import type { Caller, Identity } from './http/caller.ts';

/**
 * What features give to one of them, each a field of the feature (`ServerFeature`), all of a kind together in the
 * catalogue. Their shapes live here, because givers and takers need not know one another.
 */
export interface Contributions {
  /** For `customers`: what is kept about people. */
  personData: PersonData[];
  /** For `customers`: what happened with them. */
  timeline: TimelineSource[];
  /** For `customers`: conditions somebody saved. */
  savedFilters: ReadSavedFilter[];
  /** For `customers`: with whom members have to do. */
  customerTies: CustomerTies[];
  /** Of `customers`, for whoever names one: which of them somebody may know of. See `customer-reach.ts`. */
  customerReach: CustomerReach[];
  /** For `customers`: what AI agents said in calls. */
  callTalks: CallTalks[];
  /** For `flow-talks`: what people in calls are called besides, as in a list they were called from. */
  calledNames: CalledNames[];
  /** For `call-routes`: who is kept out. */
  blacklist: BlacklistCheck[];
  /** For `call-routes` and `call-scripts`: tasks that calls are made for. */
  taskCalls: TaskCalls[];
  /** For `dialer`: who says whether a campaign may spend and run. */
  campaignDoors: CampaignDoor[];
  /** For `call-records`: who keeps messages that were left in calls. */
  keepers: KeepsMessage[];
  /** For `flows`: who sends callers to flows. */
  flowUses: FlowUses[];
  /** For `sounds`: who plays sounds of the team. */
  soundUses: SoundUses[];
  /** For `account`: carriers of tenants that bring codes to telephones. */
  codeCarriers: CarriesCodes[];
  /** For `did-numbers`: who sends callers elsewhere than their number says. */
  numberRules: NumberRules[];
  /** For `downloads`: files that are written in the background. */
  exports: Export<never>[];
  /** For `find`: what the one search of the page offers. */
  finders: Finder[];
  /** For `push-notices`: what people are told of while no page of theirs is before their eyes. */
  notices: NoticeFeed[];
  /** For `account`: what a new tenant begins with. */
  founding: Founding[];
  /** For `home`: what leads from an empty tenant to its first calls. */
  firstSteps: FirstStep[];
  /** For `bills`: numbers that cost by the month. */
  monthlyThings: MonthlyThings[];
}

/** Counts something of a tenant that costs by the month, as many as there are now. */
export interface MonthlyThings {
  service: 'number';
  count(tx: TenantTx): Promise<number>;
}

/** A tenant at the moment it is founded. */
export interface FoundedTenant {
  tenantId: number;
  language: Language;
  /** IANA name; UTC where the founder's is not known. */
  timeZone: string;
  /** Where the company is; null where its zone does not tell. */
  country: string | null;
  /** A text in the tenant's language. */
  say(key: string): string;
}

/** Lays out something sensible in a new tenant, in the transaction that founds it. */
export type Founding = (tx: Tx, tenant: FoundedTenant) => Promise<void>;

/**
 * A step of the guide to the first calls, by the capability that knows the facts. Its texts are `<text>.title`,
 * `<text>.why` and `<text>.do` among those of the capability.
 */
export interface FirstStep {
  key: string;
  order: number;
  text: string;
  /** The screen it is done on. */
  path: string;
  /** Who can do it. */
  access: Exclude<Access, 'public'>;
  /** Steps it cannot be done before. */
  after?: readonly string[];
  /** The guide is through without it. */
  optional?: true;
  /** Kinds of pushes after which it may be otherwise. */
  events?: readonly string[];
  /** From the facts alone: what was undone is open again. */
  isDone(tx: TenantTx): Promise<boolean>;
}

export interface PersonRef {
  tenantId: number;
  userId: number;
}

/** Something that waits for a person; `no` grows when there is more of it to tell. */
export interface WaitingThing extends PersonRef {
  subject: string;
  no: number;
}

/** Tells things of one kind; one that happens at a moment is announced (`NOTICE_DUE`). */
export interface NoticeFeed {
  kind: NoticeKind;
  /** What has been waiting for these people since before a moment, of whatever tenant. Asked every few seconds. */
  waiting?(tx: Tx, people: readonly PersonRef[], beforeMs: number): Promise<WaitingThing[]>;
  /** Who it is about, as this reader may see it, and the page it is on; null when there is nothing to tell any more. */
  describeSubject(reader: Identity, subject: string): Promise<{ who: string; address: string } | null>;
}

/** What the one search of the page found, as its reader may see it. */
export interface FoundThing {
  kind: FoundKind;
  /** As the page of its kind names it in an address. */
  id: string;
  title: string;
  detail: string;
  /** When it was, of what happens at a moment. */
  at: string | null;
}

/** What somebody looks for; `customerIds` are whom the words found, for finders of what is tied to them. */
export interface Wanted {
  words: string;
  customerIds: readonly number[];
  most: number;
}

/** Finds things of one kind by an index, within what the caller may see. Asked at every pause in typing: what takes long is left out. */
export interface Finder {
  kind: FoundKind;
  access: Exclude<Access, 'public'>;
  find(caller: Caller, wanted: Wanted): Promise<FoundThing[]>;
}

/** Somebody data is kept about: the customer and all that were merged into it. */
export interface DataSubject {
  customerIds: readonly number[];
  numbers: readonly string[];
  emails: readonly string[];
}

/** What a capability keeps about people. */
export interface PersonData {
  /** The capability's, under which databases know it. */
  name: string;
  /** Others find by these rows which of theirs are the person's, so they are erased after them. */
  leadsToOthers?: true;
  /** Forgets the person for good; answers how many things went. */
  erase(tx: TenantTx, person: DataSubject): Promise<number>;
  /** Everything kept about the person, as it may be handed to them. */
  export(tx: TenantTx, person: DataSubject): Promise<unknown[]>;
  /** Stored files about the person, such as recordings; their names are unique within the capability. */
  files?(tx: TenantTx, person: DataSubject): Promise<{ name: string; fileId: number }[]>;
}

/** A line of the timeline as its source tells it; `seq` orders lines of one second and of one source. */
export interface TimelineLine {
  seq: number;
  at: string;
  who: string;
  body: Record<string, unknown>;
}

export interface TimelineReader {
  needsMasking: boolean;
  language: Language;
}

/** A capability that knows what happened with customers. */
export interface TimelineSource {
  kind: TimelineKind;
  /** At most `size` lines of these customers before (`at`, `seq`), the newest first; `at` counts in whole seconds. */
  read(
    tx: TenantTx,
    customerIds: readonly number[],
    before: { at: string; seq: number },
    size: number,
    reader: TimelineReader,
  ): Promise<TimelineLine[]>;
}

/** Reads the conditions of a saved filter that this person may use; null when there is none. */
export type ReadSavedFilter = (tx: TenantTx, id: number, userId: number) => Promise<ConditionTree | null>;

/** A conversation an AI agent had in a call, as its reader may see it. */
export interface CallTalk {
  callId: string;
  flowName: string;
  /** Null while it goes on. */
  result: AiCallResult | null;
  said: { by: 'agent' | 'customer'; text: string; at: string }[];
}

/** The conversations of these calls, as far as there were some; without what was said unless asked. */
export type CallTalks = (
  tx: TenantTx,
  callIds: readonly string[],
  reader: TimelineReader & { withWords: boolean },
) => Promise<CallTalk[]>;

/** Names of whoever was called in these calls, by call: whoever sees stars reads none of them. */
export type CalledNames = (tx: TenantTx, callIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/** A query of the `id` of those among these customers with whom this member has to do; an index finds each. */
export type CustomerTies = (userId: number, customerIds: readonly number[]) => RawBuilder<{ id: number }>;

/** Somebody who names customers, with the rights of the moment. */
export type CustomerReader = Pick<Identity, 'userId' | 'isOwner' | 'functions' | 'key'>;

/** Those of these customers that somebody may see and change. */
export type CustomerReach = (
  tx: TenantTx,
  who: CustomerReader,
  customerIds: readonly number[],
) => Promise<ReadonlySet<number>>;

/** Whether a number may not be called (`outbound`) or may not call (`inbound`). */
export type BlacklistCheck = (tx: TenantTx, number: string, direction: 'inbound' | 'outbound') => Promise<boolean>;

/** A call somebody makes for a task, before it leaves the house. */
export interface TaskCall {
  taskId: string;
  /** As the phone named it; null: not at all, or nobody its agent has to do with. */
  customerId: string | null;
  /** Digits with the country's code. */
  number: string;
  userId: number;
  /** The id it will have; null: nobody knows it yet. */
  callId: string | null;
}

/** What knows the tasks of calls. */
export interface TaskCalls {
  /** Keeps that the call leaves, and says what it is called; null: no task of this capability that its agent works on. */
  leaving(
    tx: TenantTx,
    call: TaskCall,
  ): Promise<{ taskName: string; customerId: string | null } | { refused: FailureName } | null>;
  /** It was refused after all. */
  refused(tx: TenantTx, call: TaskCall, why: FailureName, detail: string): Promise<void>;
  /** The script its agents read; null: none, or no such task. */
  scriptOf(tx: TenantTx, taskId: string): Promise<number | null>;
}

/**
 * Whether a campaign that calls by itself may spend and run. Asked before it dials; what was answered is believed for a few seconds, or
 * until the dialler of the tenant is woken (`wakeDialler` of `campaigns`).
 */
export type CampaignDoor = (
  tenantId: number,
  campaign: { id: number; kind: 'dialer' | 'ai' },
) => Promise<{ pauses: CampaignStop } | null>;

/** Of `shared/codes/task-pause-reason.ts`: the operator, the balance, prices, the account, a route or line. */
export type CampaignStop = 3 | 4 | 5 | 6 | 7;

/** Whether somebody keeps a message that was left in a call: this one, or any of the call's. Keepers hear the message, see its call and call back. */
export type KeepsMessage = (
  tx: TenantTx,
  of: { recordingId: string } | { callId: string },
  userId: number,
) => Promise<boolean>;

/** Says where callers are sent to a flow. */
export type FlowUses = (tx: TenantTx, flowId: number) => Promise<FlowUse[]>;

/** Says where these sounds are played. */
export type SoundUses = (tx: TenantTx, soundIds: readonly number[]) => Promise<{ soundId: number; use: FlowUse }[]>;

/** Brings codes to telephones at the cost of a tenant. */
export interface CarriesCodes {
  /** Whether it goes to this country, or to any (null), for this tenant, or for any (null). */
  carries(tx: Tx, country: string | null, tenantId: number | null): Promise<boolean>;
  /** `to` are digits with the country's code. Throws an `SmsRefusal` when it was not taken; then it costs nothing. */
  send(tenantId: number, code: { country: string; to: string; text: string }): Promise<void>;
}
/** The rules that are on for callers of a number, in the order they are looked at. */
export type NumberRules = (tx: TenantTx, of: { didNumberId: number; nowMs: number }) => Promise<NumberRule[]>;

/** Who asked for an export: rights and masking as they are when it runs, language and zone as they were when it was asked for. */
export interface ExportCaller extends Pick<
  Identity,
  'tenantId' | 'userId' | 'name' | 'isOwner' | 'functions' | 'needsMasking' | 'language'
> {
  /** IANA name. */
  timeZone: string;
}

/** Tells how far a writer is, from 0 to 1. Cheap: call it for every row. */
export type Progress = (done: number) => void;

export interface Export<Params extends object> {
  /** `<feature>.<what>` */
  kind: string;
  /** Asked again when the export runs: a right may be gone by then. */
  access: Exclude<Access, 'public'>;
  /** Whoever is erased takes these files along: they may tell of anybody. */
  namesPeople: boolean;
  /** What somebody is told about themselves: their own numbers are not protected from them. */
  isForPerson?: true;
  /** CSV unless said; some kinds are written as one or another file. */
  mediaType?: string | ((params: Params) => string);
  /** May be run again from the start after a crash, so it changes nothing. A `Failure` ends the task with its text. */
  write(caller: ExportCaller, params: Params, progress: Progress): AsyncIterable<Uint8Array>;
}
