import { z } from 'zod';
import { AiCallResult } from '#shared/codes/ai-call-result.ts';
import { CustomerLanguage } from '#shared/codes/customer-language.ts';
import { MessageType } from '#shared/codes/message-type.ts';
import { endpoint, Id, nothing, pageOf, PageQuery, WireTime } from '#shared/endpoint.ts';

export const TALKS_TOTAL_CAP = 10_000;
/** Told when a conversation begins and when it ends. */
export const TALKS_CHANGED = 'flow-talks.changed';
/** Pushed while somebody reads a conversation that goes on, whenever more of it was said: `{ talkId }`. */
export const TALK_WORDS = 'flow-talks.words';
/** A page that reads on says so at least this often: by reading it again. */
export const TALK_READ_EVERY_MS = 60_000;
/** Announced when a conversation on a call ended: `{ tenantId, callId }`. */
export const TALK_ENDED = 'flow-talks.ended';

/** The tabs of the page by their numbers; a visit through the menu opens the third (specification P2). */
export const aiCallTabs = { 1: 'live', 2: 'tests', 3: 'calls' } as const;
export const TalkShow = z.enum(['live', 'tests', 'calls']);
export type TalkShow = z.infer<typeof TalkShow>;

/** A conversation of a flow, as lists show it. */
export const AiCall = z.object({
  talkId: z.string(),
  callId: z.string().nullable(),
  mode: z.enum(['text', 'voice']),
  isTest: z.boolean(),
  flowId: z.number().nullable(),
  flowName: z.string(),
  /** Null: the draft. */ flowVersion: z.number().nullable(),
  /** As this reader may see it. */
  displayNumber: z.string(),
  ourNumber: z.string(),
  customerId: z.number().nullable(),
  customerName: z.string(),
  /** Who tested. */
  userName: z.string(),
  language: CustomerLanguage.schema,
  startedAt: WireTime,
  durationSec: z.number(),
  /** Null while it goes on. */ result: AiCallResult.schema.nullable(),
  turns: z.number(),
  /** The mean from the caller's last word to our first sound. */ latencyMs: z.number().nullable(),
  hasRecording: z.boolean(),
});
export type AiCall = z.infer<typeof AiCall>;

/** One row of a conversation (specification P3, session message). */
export const AiCallMessage = z.object({
  msgId: z.string(),
  msgType: MessageType.schema,
  time_ms: z.number(),
  createTs: z.number(),
  stepId: z.string().nullable(),
  msgInfo: z.record(z.string(), z.unknown()),
  node_choose: z.string(),
  /** Of 21 where the recording can be fetched; else empty. */ recordUrl: z.string(),
});
export type AiCallMessage = z.infer<typeof AiCallMessage>;

export const AiCallDetail = AiCall.extend({
  messages: z.array(AiCallMessage),
  variables: z.record(z.string(), z.unknown()),
  /** Of a test by voice; recordings of a call are those of its record. */
  testRecording: z
    .object({ durationMs: z.number(), bytes: z.number(), /** The reader tested. */ isMine: z.boolean() })
    .nullable(),
});
export type AiCallDetail = z.infer<typeof AiCallDetail>;

const at = <P extends string>(path: P) => `/cc/api/aiCall/v1/${path}` as const;

export const flowTalksApi = {
  page: endpoint({
    method: 'POST',
    path: at('page'),
    access: 'flow-talks.view',
    reads: true,
    summary: 'Conversations of flows, the newest first.',
    input: PageQuery.extend({
      show: TalkShow.default('calls'),
      /** Moments in UTC, the last not included. */
      startDate: WireTime.optional(),
      endDate: WireTime.optional(),
      result: AiCallResult.schema.optional(),
      flowId: Id.optional(),
      customerId: Id.optional(),
      /** The beginning or end of the number, or of what the customer is called. */
      search: z.string().trim().max(60).optional(),
    }),
    data: pageOf(AiCall).extend({ totalCapped: z.boolean() }),
  }),
  detail: endpoint({
    method: 'POST',
    path: at('detail'),
    access: 'flow-talks.view',
    reads: true,
    summary: 'One conversation with everything said, decided and measured.',
    input: z.object({ talkId: z.string().regex(/^[\w.@-]{1,100}$/) }),
    data: AiCallDetail,
  }),
  flows: endpoint({
    method: 'POST',
    path: at('flows'),
    access: 'flow-talks.view',
    reads: true,
    summary: 'Flows to choose from in the filter.',
    input: nothing,
    data: z.array(z.object({ flowId: z.number(), flowName: z.string() })),
  }),
};
