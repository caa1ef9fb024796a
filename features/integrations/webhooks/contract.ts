import { z } from 'zod';
import { tryFailures } from './core/after-try.ts';
import { endpoint, Id, nothing, PageQuery, pageOf, WireTime } from '#shared/endpoint.ts';

export const HOOKS_MOST = 10;
export const NAME_MAX = 60;
export const URL_MAX = 1_000;
/** How much of the receiver's answer is kept. */
export const ANSWER_KEPT = 500;
export const KEPT_DAYS = 30;
/** How long the old secret signs too. */
export const OVERLAP_HOURS = 24;
/** Deliveries that may wait for one address; with more it goes off. */
export const WAITING_MOST = 10_000;
/** A total is counted up to here. */
export const TOTAL_CAP = 10_000;

/** What can be told, and the function key somebody needs to have it told. */
export const hookEvents = {
  'call.started': 'call-records.view',
  'call.answered': 'call-records.view',
  'call.ended': 'call-records.view',
  'call.missed': 'call-records.view',
  'record.ready': 'call-records.view',
  'agent.statusChanged': 'agent-status.view',
  'customer.created': 'customers.view',
  'customer.updated': 'customers.view',
  'customer.deleted': 'customers.view',
  'customer.merged': 'customers.view',
  'tag.changed': 'tags.use',
  'followRecord.created': 'follow-records.use',
  'followRecord.due': 'follow-records.use',
  'campaign.changed': 'preview.view',
  'campaign.customersAdded': 'preview.view',
  'campaign.result': 'preview.view',
  'campaign.customerDone': 'campaigns.edit',
  'campaign.attemptEnded': 'campaigns.edit',
} as const;
export type HookEvent = keyof typeof hookEvents;
export const hookEventNames = Object.keys(hookEvents) as [HookEvent, ...HookEvent[]];
export const TEST_EVENT = 'webhook.test';

const fields = {
  name: z.string().trim().min(1).max(NAME_MAX),
  /** Without path and query for those who may only look: a password may stand there. */
  url: z.string().trim().min(1).max(URL_MAX),
  events: z.array(z.enum(hookEventNames)).min(1).max(hookEventNames.length),
  enabled: z.boolean(),
  /** Numbers and names of customers leave with stars; clear otherwise, since it is the tenant's own system. */
  maskNumbers: z.boolean(),
};

/** An address that is told, as people see it: never its secret. */
export const Hook = z.object({
  id: z.number(),
  ...fields,
  /** Why it went off by itself; null when somebody switched it off, or it is on. */
  stopped: z.enum(['gone', 'paused', 'full']).nullable(),
  /** Until when the secret before this one signs too; null once it does not. */
  previousUntil: WireTime.nullable(),
  failingSince: WireTime.nullable(),
});
export type Hook = z.infer<typeof Hook>;

/** A hook as a manager writes it; without an id it is a new one. */
export const HookFields = z.object({ ...fields, id: Id.nullable() });
export type HookFields = z.infer<typeof HookFields>;

export const Settings = z.object({
  /** Changes with every save: whoever writes over something newer is refused. */
  version: z.string(),
  hooks: z.array(Hook),
  /** The events there are, and whether I may have them told. */
  events: z.array(z.object({ event: z.enum(hookEventNames), mayHave: z.boolean() })),
  /** I see numbers masked, so hooks I write must mask them. */
  mustMask: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One event on its way to one address. */
export const Delivery = z.object({
  id: z.number(),
  hookId: z.number(),
  hookName: z.string(),
  eventId: z.string(),
  type: z.string(),
  state: DeliveryState,
  tries: z.number().int(),
  /** Why the last try failed. */
  why: z.enum(tryFailures).nullable(),
  answerStatus: z.number().nullable(),
  durationMs: z.number().nullable(),
  createdAt: WireTime,
  lastTryAt: WireTime.nullable(),
  nextTryAt: WireTime.nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryDetail = Delivery.extend({
  /** Null for readers who may not see such events, and for those who see numbers masked where they stand clear in it. */
  body: z.string().nullable(),
  /** The beginning of what the receiver answered. */
  answer: z.string().nullable(),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

const at = <P extends string>(path: P) => `/cc/api/webhook/v1/${path}` as const;
const Secret = z.object({ id: z.number(), secret: z.string() });

export const webhooksApi = {
  settings: endpoint({
    method: 'GET',
    path: at('settings'),
    access: 'webhooks.view',
    summary: 'The addresses that are told what happens, without their secrets.',
    input: nothing,
    data: Settings,
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: at('settings'),
    access: 'webhooks.edit',
    freshProof: true,
    summary:
      'Writes all addresses at once: those without an id are new, those left out are removed. The answer is the only place that shows the secrets of new ones.',
    input: z.object({ version: z.string().max(100), hooks: z.array(HookFields).max(HOOKS_MOST) }),
    data: Settings.extend({ secrets: z.array(Secret) }),
  }),
  rotate: endpoint({
    method: 'POST',
    path: at('rotate'),
    access: 'webhooks.edit',
    freshProof: true,
    summary: `Gives a webhook a new secret, shown only here; the old one signs too for ${OVERLAP_HOURS} hours.`,
    input: z.object({ id: Id }),
    data: Secret,
  }),
  test: endpoint({
    method: 'POST',
    path: at('test'),
    access: 'webhooks.edit',
    summary: 'Sends a test event now, once, and answers how it went.',
    input: z.object({ id: Id }),
    data: DeliveryDetail,
    limit: { per: 'user', max: 20, windowSec: 60 },
  }),
  log: endpoint({
    method: 'POST',
    path: at('log'),
    access: 'webhooks.view',
    reads: true,
    summary: `Deliveries of the last ${KEPT_DAYS} days, newest first.`,
    input: PageQuery.extend({
      hookId: Id.optional(),
      state: DeliveryState.optional(),
      type: z.string().max(60).optional(),
    }),
    data: pageOf(Delivery),
  }),
  delivery: endpoint({
    method: 'POST',
    path: at('delivery'),
    access: 'webhooks.view',
    reads: true,
    summary: 'One delivery with what was sent and what came back.',
    input: z.object({ id: Id }),
    data: DeliveryDetail,
  }),
  resend: endpoint({
    method: 'POST',
    path: at('resend'),
    access: 'webhooks.edit',
    summary:
      'Sends an event again now, with the same id, and answers how it went; tries go on from the first if it fails.',
    input: z.object({ id: Id }),
    data: DeliveryDetail,
    limit: { per: 'user', max: 60, windowSec: 60 },
  }),
};
