import { z } from 'zod';
import { ConditionTree } from '#core/customer/condition.ts';
import { timelineKinds } from '#core/customer/timeline-kinds.ts';
import { CallRecord } from '#features/voice/call-records/contract.ts';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { Consent } from '#shared/codes/consent.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { CustomerSource } from '#shared/codes/customer-source.ts';
import { MarkColour } from '#shared/codes/mark-colour.ts';
import { endpoint, Id, pageOf, WireTime } from '#shared/endpoint.ts';

/** Beyond this a list says "10,000+". */
export const TOTAL_CAP = 10_000;
export const BATCH_MOST = 1_000;
/** Ids that are looked up at once without the right to view all. */
export const LOOKED_UP_MOST = 100;
/** Groups of duplicates come so many at a time. */
export const DUPLICATES_A_PAGE = 20;

/** A number as the caller may see it. `word` stands for it wherever one is dialled or looked up, when the digits are hidden. */
export const CustomerPhone = z.object({ number: z.string(), country: z.string(), word: z.string() });
export type CustomerPhone = z.infer<typeof CustomerPhone>;

/** A value of a custom field: text, number, or null for none. See core/customer/custom-value.ts. */
export const FieldValue = z.union([z.string().max(2_000), z.number(), z.null()]);
export type FieldValue = z.infer<typeof FieldValue>;

export const Customer = z.object({
  id: z.number(),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  phones: z.array(CustomerPhone),
  emails: z.array(z.string()),
  owner_id: z.number().nullable(),
  owner_name: z.string(),
  source: CustomerSource.schema,
  language: z.string(),
  time_zone: z.string(),
  country: z.string(),
  tags: z.array(z.object({ id: z.number(), name: z.string(), colour: MarkColour.schema })),
  /** By the field's id. */
  fields: z.record(z.string(), FieldValue),
  note: z.string(),
  do_not_call: z.boolean(),
  do_not_text: z.boolean(),
  consent: Consent.schema,
  consent_at: WireTime.nullable(),
  last_contact_at: WireTime.nullable(),
  created_at: WireTime,
  updated_at: WireTime,
  deleted_at: WireTime.nullable(),
  /** Where it went when it was a duplicate. */
  merged_into: z.number().nullable(),
  /** Counts changes, so that nobody overwrites what they have not seen. */
  version: z.number(),
});
export type Customer = z.infer<typeof Customer>;

/** A call an AI agent had with a customer, and what came of it. */
export const CallBotCall = CallRecord.extend({
  flowName: z.string(),
  /** Null while it goes on, and where nothing of the conversation was kept. */
  result: AiCallResult.schema.nullable(),
});
export type CallBotCall = z.infer<typeof CallBotCall>;
/** The same with what was said. */
export const CallBotDetail = CallBotCall.extend({
  conversation: z.array(z.object({ by: z.enum(['agent', 'customer']), text: z.string(), at: WireTime })),
});
export type CallBotDetail = z.infer<typeof CallBotDetail>;

/** One line of the timeline of a customer. */
export const TimelineEntry = z.object({
  key: z.string(),
  at: WireTime,
  kind: z.enum(timelineKinds),
  /** Who did it; empty: a program. */ who: z.string(),
  /** By kind: the call's id, the follow-up's id, the fields that changed. */
  body: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** A new or changed number: digits with the country's code, as typed with its country, or a word for a hidden one. */
export const PhoneWish = z.object({
  number: z.string().trim().min(3).max(200),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .or(z.literal(''))
    .default(''),
});
const name = z.string().trim().max(200);
export const CustomerWish = z.object({
  full_name: name.optional(),
  first_name: name.optional(),
  last_name: name.optional(),
  company: name.optional(),
  phones: z.array(PhoneWish).max(20).optional(),
  emails: z.array(z.string().trim().toLowerCase().max(254)).max(20).optional(),
  owner_id: Id.nullable().optional(),
  language: z.union([CustomerLanguage.schema, z.literal('')]).optional(),
  time_zone: z.string().max(60).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .or(z.literal(''))
    .optional(),
  tag_ids: z.array(Id).max(50).optional(),
  fields: z.record(z.string().regex(/^\d{1,15}$/), FieldValue).optional(),
  note: z.string().max(10_000).optional(),
  do_not_call: z.boolean().optional(),
  do_not_text: z.boolean().optional(),
  consent: Consent.schema.optional(),
});
export type CustomerWish = z.infer<typeof CustomerWish>;

export const CUSTOMER_SORTS = ['created', 'updated', 'name', 'last_contact'] as const;
const moments = z.object({ from: WireTime.optional(), to: WireTime.optional() });

/** What customers are looked for by; all of it must hold. */
export const CustomerSearch = z.object({
  /** Part of a name, a company, a number or an address, in any script. */
  words: z.string().trim().max(100).optional(),
  /** Whole numbers as `countrycode-number`, or words for hidden ones. */
  sms_phones: z.array(z.string().max(200)).max(30).optional(),
  ids: z.array(Id).max(BATCH_MOST).optional(),
  tag_ids: z.array(Id).max(50).optional(),
  tag_match: z.enum(['any', 'all', 'none']).default('any'),
  owner_ids: z.array(Id).max(200).optional(),
  without_owner: z.boolean().optional(),
  sources: z.array(CustomerSource.schema).optional(),
  languages: z.array(z.string().max(10)).max(30).optional(),
  countries: z.array(z.string().length(2)).max(250).optional(),
  do_not_call: z.boolean().optional(),
  created: moments.optional(),
  last_contact: moments.optional(),
  /** Conditions of their own, and those of a saved filter. */
  condition: ConditionTree.optional(),
  condition_group_id: Id.optional(),
  /** Those deleted in the last 30 days instead. */
  deleted: z.boolean().optional(),
});
export type CustomerSearch = z.output<typeof CustomerSearch>;

export const CustomerQuery = CustomerSearch.extend({
  page_number: z.coerce.number().int().min(1).max(1_000_000).default(1),
  /** 0, as a supervisor's page asks, means the usual size. */
  page_size: z.coerce.number().int().min(0).max(200).default(30),
  sort: z.enum(CUSTOMER_SORTS).default('created'),
  desc: z.boolean().default(true),
  /** Which columns the caller wants (`full_name`, `phone`, `custom:5` …); the others come empty. All unless said. */
  field_names: z.array(z.string().max(60)).max(100).optional(),
  hasEncrypt: z.boolean().optional(),
  /** The customer of a call the caller has a part in: what those look up by who may not know the number. */
  call_id: z.string().max(100).optional(),
});
export type CustomerQuery = z.output<typeof CustomerQuery>;
const CustomerPage = z.object({
  list: z.array(Customer),
  total: z.number(),
  /** There are more than `total`. */ capped: z.boolean(),
});

/** Which customers a batch means: some, or all that a search finds. */
export const CustomerChoice = z.union([
  z.object({ ids: z.array(Id).min(1).max(BATCH_MOST) }),
  z.object({ search: CustomerSearch }),
]);
export type CustomerChoice = z.output<typeof CustomerChoice>;
/** A batch over a search runs as a job; its progress is pushed as `CUSTOMER_BATCH`. */
const BatchAnswer = z.object({ batch_id: z.number(), changed: z.number().nullable() });
/** Pushed to whoever started a batch: { batchId, done, total, finished }. */
export const CUSTOMER_BATCH = 'customers.batch';
/** Pushed to everybody in the tenant, without personal data: { ids }; no ids means many. */
export const CUSTOMERS_CHANGED = 'customers.changed';
/** Announced in the same transaction: { tenantId, ids, kind: 'created' | 'updated' | 'deleted' | 'merged', into? }, `into` being what was merged into. */
export const CUSTOMER_CHANGED = 'customer.changed';

const at = <P extends string>(path: P) => `/admin/cdp/customer${path}` as const;
const bot = '/admin/cdp/api/v1/outapi/callbot/sync/customers' as const;

/** Opens what everybody's customers tell; without it they are one's own, and those of one's calls, chats and follow-ups. */
const everybodys = ['customers.view'] as const;

export const customersApi = {
  list: endpoint({
    method: 'POST',
    path: at('/list'),
    access: 'customers.use',
    widenedBy: everybodys,
    reads: true,
    handlesFailures: true,
    api: 'customers.read',
    summary:
      'Customers by search, page and order. Without the right to view all, only `words`, exact numbers (`sms_phones`), calls and at most 100 ids are answered, and of them those one owns or had a call, a chat or a follow-up with.',
    input: CustomerQuery,
    data: CustomerPage,
  }),
  count: endpoint({
    method: 'POST',
    path: at('/count'),
    access: 'customers.view',
    api: 'customers.read',
    reads: true,
    summary: 'How many customers a search finds, up to 10,000.',
    input: CustomerSearch,
    data: z.object({ total: z.number(), capped: z.boolean() }),
  }),
  queryOrCreate: endpoint({
    method: 'POST',
    path: at(''),
    access: 'customers.use',
    api: 'customers.write',
    summary: 'The customer with this number; made when there is none.',
    input: CustomerWish.extend({ phones: z.array(PhoneWish).min(1).max(20) }),
    data: z.object({ customer: Customer, created: z.boolean() }),
  }),
  get: endpoint({
    method: 'GET',
    path: at('/{id}'),
    access: 'customers.use',
    widenedBy: everybodys,
    api: 'customers.read',
    summary: 'One customer; the id of a merged one leads to where it went.',
    input: z.object({ id: Id }),
    data: Customer,
  }),
  insert: endpoint({
    method: 'POST',
    path: at('/insert'),
    access: 'customers.use',
    api: 'customers.write',
    summary: 'Adds a customer; a number somebody has is told, and added anyway only when asked.',
    input: CustomerWish.extend({ allow_duplicate: z.boolean().default(false) }),
    data: Customer,
  }),
  update: endpoint({
    method: 'PUT',
    path: at(''),
    access: 'customers.use',
    api: 'customers.write',
    summary: 'Changes the fields that are given.',
    input: CustomerWish.extend({ id: Id, version: z.number().int() }),
    data: Customer,
  }),
  updateTags: endpoint({
    method: 'PUT',
    path: at('/updateCustomerTags'),
    access: 'customers.use',
    api: 'customers.write',
    summary: 'Sets the tags of a customer.',
    input: z.object({ id: Id, tag_ids: z.array(Id).max(50) }),
    data: Customer,
  }),
  updateForChat: endpoint({
    method: 'PUT',
    path: at('/updateCustomerForChat'),
    access: 'customers.use',
    summary: 'Changes what an agent learns of a customer in a chat.',
    input: CustomerWish.extend({ id: Id }),
    data: Customer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('/{id}'),
    access: 'customers.delete',
    api: 'customers.write',
    summary: 'Deletes a customer; for 30 days it can come back.',
    input: z.object({ id: Id }),
    data: z.object({ deletion_id: z.string() }),
  }),
  removeMany: endpoint({
    method: 'POST',
    path: at('/deleteCustomers'),
    access: 'customers.delete',
    summary: 'Deletes customers; for 30 days they can come back together.',
    input: z.object({ choice: CustomerChoice }),
    data: BatchAnswer.extend({ deletion_id: z.string() }),
  }),
  restore: endpoint({
    method: 'POST',
    path: at('/restore'),
    access: 'customers.delete',
    summary: 'Brings back customers that were deleted: some, or all that went together.',
    input: z.union([z.object({ deletion_id: z.uuid() }), z.object({ ids: z.array(Id).min(1).max(BATCH_MOST) })]),
    data: z.object({ restored: z.number() }),
  }),
  batchTag: endpoint({
    method: 'POST',
    path: at('/batch_tag'),
    access: 'customers.edit',
    summary: 'Adds tags to customers and takes others away.',
    input: z.object({
      choice: CustomerChoice,
      add: z.array(Id).max(50).default([]),
      remove: z.array(Id).max(50).default([]),
    }),
    data: BatchAnswer,
  }),
  batchOwner: endpoint({
    method: 'POST',
    path: at('/batch_owner'),
    access: 'customers.edit',
    summary: 'Gives customers to somebody, or to nobody.',
    input: z.object({ choice: CustomerChoice, owner_id: Id.nullable() }),
    data: BatchAnswer,
  }),
  myList: endpoint({
    method: 'POST',
    path: at('/my_list'),
    access: 'customers.use',
    reads: true,
    summary: 'My own customers by search, page and order.',
    input: CustomerQuery,
    data: CustomerPage,
  }),
  leaveMyList: endpoint({
    method: 'DELETE',
    path: at('/my_list'),
    access: 'customers.use',
    summary: 'Takes customers off my own list; they stay.',
    input: z.object({
      /** One alone comes by the address as no list. */ ids: z.union([z.array(Id).min(1).max(BATCH_MOST), Id]),
    }),
    data: z.object({ removed: z.number() }),
  }),
  callerOf: endpoint({
    method: 'POST',
    path: at('/callerOf'),
    access: 'customers.use',
    widenedBy: ['call-records.view'],
    reads: true,
    summary:
      'Which of the customers with its number somebody chose as the caller of a call of mine; null before anybody did.',
    input: z.object({ call_id: z.string().regex(/^[\w.@-]{1,100}$/) }),
    data: z.object({ customer_id: z.number().nullable() }),
  }),
  chooseCaller: endpoint({
    method: 'POST',
    path: at('/chooseCaller'),
    access: 'customers.use',
    widenedBy: ['call-records.edit'],
    summary: 'Says which of the customers with its number a call of mine was with; chosen anew, the call moves.',
    input: z.object({ call_id: z.string().regex(/^[\w.@-]{1,100}$/), customer_id: Id }),
    data: z.null(),
  }),
  timeline: endpoint({
    method: 'POST',
    path: at('/timeline'),
    access: 'customers.use',
    widenedBy: everybodys,
    reads: true,
    summary: 'Everything that happened with a customer, the newest first.',
    input: z.object({
      id: Id,
      before: z.string().max(60).optional(),
      kinds: z.array(z.enum(timelineKinds)).optional(),
      size: z.number().int().min(1).max(100).default(30),
    }),
    data: z.object({ list: z.array(TimelineEntry), next: z.string().nullable() }),
  }),
  duplicates: endpoint({
    method: 'POST',
    path: at('/duplicates'),
    access: 'customers.edit',
    reads: true,
    summary: 'Customers that share a number or an address: of one, or groups of them.',
    input: z.object({ id: Id.optional(), page_number: z.number().int().min(1).max(1_000).default(1) }),
    data: z.array(z.object({ shared: z.string(), customers: z.array(Customer) })),
  }),
  merge: endpoint({
    method: 'POST',
    path: at('/merge'),
    access: 'customers.edit',
    summary: 'Makes one of several; all histories are kept.',
    input: z.object({
      keep_id: Id,
      other_ids: z.array(Id).min(1).max(20),
      /** Values that win over those of the one kept. */ fields: CustomerWish.default({}),
    }),
    data: Customer,
  }),
  erase: endpoint({
    method: 'POST',
    path: at('/erase'),
    access: 'customers.erase',
    freshProof: true,
    summary: 'Erases a person for good: rows, recordings, messages, files. What is left is a certificate in the log.',
    input: z.object({ id: Id, reason: z.string().trim().min(3).max(200) }),
    data: z.object({ certificate: z.string(), erased: z.record(z.string(), z.number()) }),
  }),
  exportPerson: endpoint({
    method: 'POST',
    path: at('/export_person'),
    access: 'customers.erase',
    freshProof: true,
    summary: 'Everything kept about one person, as a file in my downloads.',
    input: z.object({ id: Id }),
    data: z.object({ task_id: z.number() }),
  }),
  callBotList: endpoint({
    method: 'GET',
    path: `${bot}/call_list`,
    access: 'customers.use',
    widenedBy: everybodys,
    summary: 'Calls of AI agents with a customer and what came of them, the newest first.',
    input: z.object({
      customer_id: Id,
      page_number: z.coerce.number().int().min(1).max(10_000).default(1),
      page_size: z.coerce.number().int().min(1).max(100).default(20),
    }),
    data: pageOf(CallBotCall),
  }),
  callBotDetail: endpoint({
    method: 'GET',
    path: `${bot}/call_detail`,
    access: 'customers.use',
    widenedBy: everybodys,
    summary: 'One call of an AI agent with a customer, with what was said.',
    input: z.object({ call_id: z.string().min(1).max(100) }),
    data: CallBotDetail,
  }),
};
