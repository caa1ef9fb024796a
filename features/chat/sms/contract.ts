import { z } from 'zod';
import { smsVariables } from './core/template.ts';
import { SmsStatus } from '#shared/codes/sms-status.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, TableFileKind, WireTime } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';

/** Specification W9. */
export const SMS_NUMBER_MAX = 50;
export const SMS_TEMPLATE_NAME_MAX = 60;
/** About six parts in any script. */
export const SMS_CONTENT_MAX = 400;
export const SMS_TEMPLATES_MOST = 500;
export const SMS_TOTAL_CAP = 10_000;

export const smsTemplateStates = ['waiting', 'approved', 'rejected'] as const;
export const SmsTemplateState = z.enum(smsTemplateStates);
export type SmsTemplateState = z.infer<typeof SmsTemplateState>;
export const smsDirections = ['outbound', 'inbound'] as const;
export const SmsDirection = z.enum(smsDirections);
export type SmsDirection = z.infer<typeof SmsDirection>;

/** A template as the sender chooses it (specification W3, SMS template). */
export const SmsTemplateChoice = z.object({
  id: z.number(),
  smsTemplateName: z.string(),
  smsTemplateContent: z.string(),
  language: z.string(),
});
export type SmsTemplateChoice = z.infer<typeof SmsTemplateChoice>;

export const SmsTemplateFields = z.object({
  smsTemplateName: z.string().trim().min(1).max(SMS_TEMPLATE_NAME_MAX),
  /** `features/chat/sms/core/template.ts` lists what may stand in braces. */
  smsTemplateContent: z.string().trim().min(1).max(SMS_CONTENT_MAX),
  language: z.enum(languages),
  /** For agents of these groups; of none: for everybody. */
  groupIds: z.array(Id).max(100).default([]),
});
export type SmsTemplateFields = z.output<typeof SmsTemplateFields>;

export const SmsTemplate = z.object({
  id: z.number(),
  smsTemplateName: z.string(),
  smsTemplateContent: z.string(),
  language: z.enum(languages),
  groupIds: z.array(z.number()),
  groupNames: z.array(z.string()),
  state: SmsTemplateState,
  /** Why it was rejected. */ remark: z.string(),
  updatedBy: z.string(),
  updatedAt: WireTime,
});
export type SmsTemplate = z.infer<typeof SmsTemplate>;

/** Digits with or without the country's code, or the word that stands for a hidden number; empty where the call says it. */
const Target = {
  callId: z
    .string()
    .regex(/^[\w.@-]{0,100}$/)
    .default(''),
  countryCode: z
    .string()
    .regex(/^\d{0,4}$/)
    .default(''),
  number: z
    .union([z.string().regex(new RegExp(`^\\d{0,${SMS_NUMBER_MAX}}$`)), z.string().regex(/^enc\.[\w-]{10,200}$/)])
    .default(''),
};

export const SmsRecord = z.object({
  id: z.number(),
  direction: SmsDirection,
  /** Null while it waits to be sent, and for what came in. */
  status: SmsStatus.schema.nullable(),
  statusName: z.string(),
  reason: z.string(),
  /** For readers whose role asks for masking `number` is a word that stands for it. */
  number: z.string(),
  displayNumber: z.string(),
  hasEncrypt: z.boolean(),
  iso2: z.string(),
  customerId: z.number().nullable(),
  customerName: z.string(),
  userId: z.number().nullable(),
  userName: z.string(),
  smsTemplateName: z.string(),
  content: z.string(),
  segments: z.number().int(),
  /** What it cost, with its currency; empty for nothing. */
  cost: z.string(),
  callId: z.string(),
  createdAt: WireTime,
  sentAt: WireTime.nullable(),
  endedAt: WireTime.nullable(),
});
export type SmsRecord = z.infer<typeof SmsRecord>;

const filters = {
  /** Moments in UTC, the last not included; a month unless said. */
  startDate: WireTime.optional(),
  endDate: WireTime.optional(),
  status: SmsStatus.schema.optional(),
  direction: SmsDirection.optional(),
  /** The beginning or the end of the number; masked readers find by the end they see. */
  number: z.string().trim().max(60).optional(),
  userId: Id.optional(),
  smsTemplateId: Id.optional(),
  /** Written by people of this group. */ groupId: Id.optional(),
  customerId: Id.optional(),
};
export const SmsFilter = z.object(filters);
export type SmsFilter = z.infer<typeof SmsFilter>;

const Words = z.array(z.string().trim().min(1).max(60)).max(30);
const Path = z.string().trim().max(100);
/** How the tenant's messages leave. Secrets go in and never come out. */
export const SmsHttpSettings = z.object({
  url: z.url({ protocol: /^https?$/ }).max(1_000),
  method: z.enum(['POST', 'PUT', 'GET']).default('POST'),
  headers: z
    .record(
      z.string().regex(/^[\w-]{1,60}$/),
      z
        .string()
        .max(1_000)
        .regex(/^[\t\x20-\x7e]*$/),
    )
    .default({}),
  body: z.string().max(5_000).default('{"to":"{to}","from":"{from}","text":"{text}","id":"{id}"}'),
  from: z.string().trim().max(30).default(''),
  refPath: Path.default('id'),
  repeatable: z.boolean().default(false),
  report: z.object({ ref: Path, status: Path, delivered: Words, failed: Words, pending: Words }).default({
    ref: 'id',
    status: 'status',
    delivered: ['delivered'],
    failed: ['failed', 'rejected'],
    pending: ['queued', 'sent', 'accepted'],
  }),
  reply: z
    .object({ ref: Path, from: Path, to: Path, text: Path })
    .default({ ref: 'id', from: 'from', to: 'to', text: 'text' }),
});
export type SmsHttpSettings = z.output<typeof SmsHttpSettings>;
export const SmsSmppSettings = z.object({
  host: z
    .string()
    .trim()
    .regex(/^[\w.:-]{1,255}$/),
  port: z.number().int().min(1).max(65_535).default(2_775),
  tls: z.boolean().default(false),
  systemId: z.string().trim().min(1).max(15),
  systemType: z.string().trim().max(12).default(''),
  from: z.string().trim().max(20).default(''),
  longAs: z.enum(['parts', 'payload']).default('parts'),
});
export type SmsSmppSettings = z.output<typeof SmsSmppSettings>;

/** An empty secret keeps the one that is there, as long as it goes where it went. */
const secret = z.string().max(500).default('');
export const SmsProviderWish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('outbox') }),
  z.object({ kind: z.literal('http'), http: SmsHttpSettings, secret }),
  z.object({ kind: z.literal('smpp'), smpp: SmsSmppSettings, secret: z.string().max(60).default('') }),
]);
export type SmsProviderWish = z.output<typeof SmsProviderWish>;

/** A country messages may go to. */
export const SmsCountry = z.object({
  iso2: z.string(),
  /** For one part, in ten-thousandths of the currency's unit, by the price lists; null: they have none, and messages there are refused. */
  priceE4: z.number().nullable(),
});
export type SmsCountry = z.infer<typeof SmsCountry>;

export const SmsSettings = z.object({
  kind: z.enum(['none', 'outbox', 'http', 'smpp']),
  http: SmsHttpSettings.nullable(),
  smpp: SmsSmppSettings.nullable(),
  hasSecret: z.boolean(),
  /** Where a carrier posts what became of messages, and what customers answer; empty without one. */
  reportUrl: z.string(),
  replyUrl: z.string(),
  countries: z.array(SmsCountry),
  /** What the team pays in; empty: its messages cost nothing here, and prices are no matter. */
  currency: z.string(),
});
export type SmsSettings = z.infer<typeof SmsSettings>;

export const SmsOptOut = z.object({
  id: z.number(),
  displayNumber: z.string(),
  word: z.string(),
  by: z.string(),
  since: WireTime,
});
export type SmsOptOut = z.infer<typeof SmsOptOut>;

const at = <P extends string>(path: P) => `/cc/api/sms/v1/${path}` as const;
const hook = { access: 'public', reads: true, limit: { per: 'address', max: 1_200, windowSec: 60 } } as const;
const posted = z.looseObject({ key: z.string().max(64) });

export const smsApi = {
  countries: endpoint({
    method: 'POST',
    path: at('country/list'),
    access: 'sms.use',
    reads: true,
    summary: 'Countries messages may be sent to, by name.',
    input: nothing,
    data: z.array(z.object({ iso2: z.string(), code: z.string(), name: z.string(), flag: z.string() })),
  }),
  templates: endpoint({
    method: 'POST',
    path: at('template/list'),
    access: 'sms.use',
    reads: true,
    summary: 'Approved templates for me, by name.',
    input: nothing,
    data: z.array(SmsTemplateChoice),
  }),
  preview: endpoint({
    method: 'POST',
    path: at('preview'),
    access: 'sms.use',
    reads: true,
    summary: 'A template filled in for a number or a call, and what is missing for it.',
    input: z.object({ ...Target, smsTemplateId: Id }),
    data: z.object({
      content: z.string(),
      missing: z.array(z.enum(smsVariables)),
      segments: z.number().int(),
      encoding: z.enum(['gsm7', 'ucs2']),
    }),
  }),
  send: endpoint({
    method: 'POST',
    path: at('send'),
    access: 'sms.use',
    summary: 'Sends a template to a number. The content must be what `preview` says.',
    input: z.object({
      ...Target,
      smsTemplateId: Id,
      smsTemplateName: z.string().max(200),
      content: z.string().max(2_000),
    }),
    data: z.object({ id: z.number() }),
    handlesFailures: true,
    limit: { per: 'user', max: 60, windowSec: 60 },
  }),

  templatePage: endpoint({
    method: 'POST',
    path: at('template/page'),
    access: 'sms.templates',
    widenedBy: ['sms.approve'],
    reads: true,
    summary: 'All templates, by name.',
    input: PageQuery.extend({
      name: z.string().trim().max(SMS_TEMPLATE_NAME_MAX).optional(),
      state: SmsTemplateState.optional(),
      language: z.enum(languages).optional(),
      groupId: Id.optional(),
    }),
    data: pageOf(SmsTemplate),
  }),
  templateAdd: endpoint({
    method: 'POST',
    path: at('template/add'),
    access: 'sms.templates',
    summary: 'Adds a template; it waits for approval.',
    input: SmsTemplateFields,
    data: z.object({ id: z.number() }),
  }),
  templateEdit: endpoint({
    method: 'POST',
    path: at('template/edit'),
    access: 'sms.templates',
    summary: 'Changes a template; a new text waits for approval.',
    input: SmsTemplateFields.extend({ id: Id }),
    data: z.null(),
  }),
  templateDelete: endpoint({
    method: 'POST',
    path: at('template/delete'),
    access: 'sms.templates',
    summary: 'Deletes templates; records keep their names.',
    input: z.object({ ids: z.array(Id).min(1).max(200) }),
    data: z.object({ deleted: z.number() }),
  }),
  templateDecide: endpoint({
    method: 'POST',
    path: at('template/decide'),
    access: 'sms.approve',
    summary: 'Approves or rejects templates.',
    input: z.object({
      ids: z.array(Id).min(1).max(200),
      approved: z.boolean(),
      remark: z.string().trim().max(200).default(''),
    }),
    data: z.object({ decided: z.number() }),
  }),
  templateBind: endpoint({
    method: 'POST',
    path: at('template/batchBind'),
    access: 'sms.templates',
    summary: 'Binds templates to groups, in place of those they were bound to; to none: for everybody.',
    input: z.object({ ids: z.array(Id).min(1).max(200), groupIds: z.array(Id).max(100) }),
    data: z.object({ bound: z.number() }),
  }),

  recordPage: endpoint({
    method: 'POST',
    path: at('record/page'),
    access: 'sms.use',
    widenedBy: ['sms.view'],
    reads: true,
    summary: 'Messages, the newest first; without `sms.view` my own.',
    input: PageQuery.extend({
      ...filters,
      /** Those older than this one; `page` then counts from there. */ before: Id.optional(),
    }),
    data: pageOf(SmsRecord).extend({ totalCapped: z.boolean() }),
  }),
  recordExport: endpoint({
    method: 'POST',
    path: at('record/export'),
    access: 'sms.export',
    freshProof: true,
    summary: 'Writes the messages found into a file.',
    input: SmsFilter.extend({ kind: TableFileKind.default('csv') }),
    data: z.object({ id: z.number() }),
  }),

  settings: endpoint({
    method: 'GET',
    path: at('settings'),
    access: 'sms.settings',
    summary: 'How messages leave, to which countries, and what they cost there.',
    input: nothing,
    data: SmsSettings,
  }),
  saveProvider: endpoint({
    method: 'PUT',
    path: at('settings/provider'),
    access: 'sms.settings',
    summary: 'Chooses who carries messages.',
    input: SmsProviderWish,
    data: z.null(),
  }),
  saveCountries: endpoint({
    method: 'PUT',
    path: at('settings/countries'),
    access: 'sms.settings',
    summary: 'Says to which countries messages may go.',
    input: z.object({ countries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(300) }),
    data: z.null(),
  }),

  optOuts: endpoint({
    method: 'POST',
    path: at('optOut/page'),
    access: 'sms.view',
    reads: true,
    summary: 'Numbers that want no messages, the newest first.',
    input: PageQuery,
    data: pageOf(SmsOptOut),
  }),
  optOutAdd: endpoint({
    method: 'POST',
    path: at('optOut/add'),
    access: 'sms.view',
    summary: 'Notes that a number wants no messages.',
    input: z.object({ countryCode: Target.countryCode, number: Target.number }),
    data: z.null(),
  }),
  optOutRemove: endpoint({
    method: 'POST',
    path: at('optOut/delete'),
    access: 'sms.settings',
    summary: 'Takes back that a number wants no messages.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),

  hookReport: endpoint({
    method: 'POST',
    path: at('hook/{key}/report'),
    ...hook,
    summary: 'A carrier tells what became of a message.',
    input: posted,
    data: z.null(),
  }),
  hookReply: endpoint({
    method: 'POST',
    path: at('hook/{key}/reply'),
    ...hook,
    summary: 'A carrier tells what a customer answered.',
    input: posted,
    data: z.null(),
  }),
};

/** Pushed to everybody who writes messages: `{id, customerId}` of one that is new or went on. */
export const SMS_CHANGED = 'sms.changed';
/** Pushed to whoever wrote last to a customer who answered: `{id, customerId, wish}`. */
export const SMS_REPLIED = 'sms.replied';
