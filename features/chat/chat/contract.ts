import { z } from 'zod';
import { channel } from '#shared/channel.ts';
import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import { languages } from '#shared/languages.ts';
import { download, endpoint, Id, nothing, upload, WireTime } from '#shared/endpoint.ts';

export const MESSAGE_MOST = 4_000;
export const CHAT_FILE_MOST = 20 * 1024 * 1024;
export const CONVERSATIONS_A_PAGE = 50;
export const MESSAGES_A_PAGE = 60;

export const channelKinds = ['web', 'whatsapp', 'email'] as const;
export const conversationStates = ['waiting', 'open', 'closed'] as const;
/** What people did to a conversation; told in the reader's language. */
export const chatEvents = [
  'assigned',
  'taken',
  'transferred',
  'requeued',
  'agentGone',
  'warned',
  'closed',
  'rated',
  'blocked',
  'offlineForm',
  'fileRefused',
  'fileLost',
] as const;

export const ChatFile = z.object({
  id: z.number(),
  name: z.string(),
  media_type: z.string(),
  bytes: z.number(),
  /** Drawn in the page; everything else is saved. */ is_image: z.boolean(),
});
export type ChatFile = z.infer<typeof ChatFile>;

export const ChatMessage = z.object({
  id: z.number(),
  conversation_id: z.number(),
  /** The order within the conversation: 1, 2, 3 … without gaps. */
  no: z.number(),
  chat_type: ChatType.schema,
  author: z.enum(['visitor', 'agent', 'note', 'system']),
  user_id: z.number().nullable(),
  author_name: z.string(),
  client_id: z.string(),
  kind: z.enum(['text', 'image', 'file', 'event']),
  text: z.string(),
  file: ChatFile.nullable(),
  event: z
    .object({
      what: z.enum(chatEvents),
      name: z.string(),
      note: z.string(),
      /** Who handed it over. */ by: z.string(),
    })
    .nullable(),
  /** People a note calls. */
  mentions: z.array(z.number()),
  emoji: z.string(),
  status: ChatMessageStatus.schema,
  /** Why a provider did not take it. */ failure: z.string(),
  created_at: WireTime,
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A conversation in the list. Numbers and addresses are masked where the role asks. */
export const Conversation = z.object({
  id: z.number(),
  channel_id: z.number(),
  channel_name: z.string(),
  channel_kind: z.enum(channelKinds),
  state: z.enum(conversationStates),
  group_id: z.number(),
  group_name: z.string(),
  agent_id: z.number().nullable(),
  agent_name: z.string(),
  visitor_id: z.number(),
  customer_id: z.number().nullable(),
  /** Of the customer, else what the visitor gave; empty: nameless. */ name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Stands for the number where one is dialled. */ phone_word: z.string(),
  language: z.string(),
  time_zone: z.string(),
  page_url: z.string(),
  answers: z.record(z.string(), z.string()),
  /** What was asked, in the languages it was asked in. */ answer_labels: z.record(
    z.string(),
    z.partialRecord(z.enum(languages), z.string()),
  ),
  blocked: z.boolean(),
  /** A page of the visitor is open. */
  visitor_online: z.boolean(),
  last_no: z.number(),
  last_text: z.string(),
  last_chat_type: ChatType.schema,
  last_at: WireTime,
  unread: z.number(),
  agent_read_no: z.number(),
  delivered_no: z.number(),
  visitor_read_no: z.number(),
  waiting_since: WireTime,
  /** We owe an answer since then; null: nothing to answer. */ unanswered_since: WireTime.nullable(),
  /** Looked at or answered by then it stays with its agent, else it goes back to the line; null: it stays. */
  react_by: WireTime.nullable(),
  /** By then, as the tenant promised. */ answer_by: WireTime.nullable(),
  /** Until then anything may be written, after it templates only; null: always anything. */
  writable_until: WireTime.nullable(),
  /** The channel has some. */ templates: z.boolean(),
  label_id: z.number().nullable(),
  remark: z.string(),
  rating: z.number().nullable(),
  rating_note: z.string(),
  created_at: WireTime,
  closed_at: WireTime.nullable(),
  closed_by: z.string().nullable(),
});
export type Conversation = z.infer<typeof Conversation>;

/** Why an agent's text seat was switched off by us: did not react twice in a row, no page open any more. */
export const offlineReasons = ['missed', 'gone'] as const;
export type OfflineReason = (typeof offlineReasons)[number];

export const ListFilter = z.enum(['mine', 'waiting', 'team', 'closed']);
export type ListFilter = z.infer<typeof ListFilter>;
const ConversationQuery = z.object({
  filter: ListFilter.default('mine'),
  unread: z.boolean().default(false),
  channel_id: Id.optional(),
  group_id: Id.optional(),
  agent_id: Id.optional(),
  words: z.string().trim().max(100).default(''),
  /** After this conversation of the list before. */
  after: z.object({ last_at: WireTime, id: Id }).optional(),
  size: z.number().int().min(1).max(CONVERSATIONS_A_PAGE).default(CONVERSATIONS_A_PAGE),
});
export type ConversationQuery = z.output<typeof ConversationQuery>;
const Counts = z.object({ mine: z.number(), waiting: z.number(), team: z.number(), unread: z.number() });

export const ClientId = z.uuid();
const LARGEST_NO = 2_147_483_647;
/** The place of a message in its conversation, as far as the database counts. */
export const MessageNo = z.number().int().min(0).max(LARGEST_NO);
const NoInAddress = z.coerce.number().int().min(0).max(LARGEST_NO).optional();
const Wording = z
  .string()
  .max(MESSAGE_MOST)
  .refine((text) => text.trim() !== '', 'empty');
const SendWish = z
  .object({
    conversation_id: Id,
    client_id: ClientId,
    text: Wording.optional(),
    file_id: Id.optional(),
    /** Seen by colleagues only. */
    note: z.boolean().default(false),
    mentions: z.array(Id).max(20).default([]),
  })
  .refine(({ text, file_id }) => (text === undefined) !== (file_id === undefined), 'a text or a file');
export type SendWish = z.output<typeof SendWish>;
/** Words a carrier has approved, with `{{1}}`, `{{2}}` … for values. */
export const ChatTemplate = z.object({ name: z.string(), language: z.string(), body: z.string() });
export type ChatTemplate = z.infer<typeof ChatTemplate>;

/**
 * Pushed to those whom it concerns: the agent of a conversation, supervisors, and (only `changed`) everybody who works with
 * chats. The chat socket tells it in the specification's shapes. No body holds a number, an address or a name of a customer:
 * what somebody may see of those depends on the reader.
 */
export const CHAT_PUSH = 'chat.happened';
/** `over`: the copy for supervisors. */
export type ChatPush =
  | { what: 'message'; conversation_id: number; agent_id: number | null; over?: true; message: ChatMessage }
  /** Of all messages of ours up to `no`; where a carrier tells them apart (`only`) of this one. */
  | {
      what: 'status';
      conversation_id: number;
      agent_id: number | null;
      over?: true;
      status: ChatMessageStatus;
      no: number;
      only?: true;
      failure?: string;
    }
  | { what: 'emoji'; conversation_id: number; agent_id: number | null; over?: true; message_id: number; emoji: string }
  | { what: 'blacklisted'; conversation_id: number; agent_id: number | null; over?: true }
  /** Lists are read anew for these; who had one and lost it is told too. */
  | { what: 'changed'; ids: number[]; left: number[] }
  | { what: 'offline'; why: OfflineReason };
/** Announced: a conversation is over, `{tenantId, conversationId}`. */
export const CHAT_CLOSED = 'chat.closed';
/** Announced: an agent wrote what a carrier has to bring, `{tenantId, conversationId}`; see the table `chat_outgoing`. */
export const CHAT_TO_CARRY = 'chat.toCarry';
/** Announced: an agent looked at a conversation of a carrier, `{tenantId, conversationId}`. */
export const CHAT_LOOKED_AT = 'chat.lookedAt';

const Up = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  /** Answered with `{chat_type: 0, status, client_id, message}`, or a failure with the client id in `msg`; sent again it is stored once. */
  z.object({ type: z.literal('send'), message: SendWish }),
  z.object({ type: z.literal('typing'), conversation_id: Id }),
  /** The agent writes anywhere on the page: who does is there. Told now and then. */
  z.object({ type: z.literal('writes') }),
  z.object({ type: z.literal('read'), conversation_id: Id, no: MessageNo }),
  /** What came after this event, on the same socket. */
  z.object({ type: z.literal('since'), id: z.number().int().min(0) }),
]);
export type ChatSocketUp = z.input<typeof Up>;

/**
 * What an agent's page is told (`data` of `{code, data}`). The first five shapes are the specification's; the rest is ours:
 * 1. an array: these conversations changed, came into my lists or (`state`, `agent_id`) left them. It has no event id: it is how they
 *    are now. `last_no` only grows, so an entry with a smaller one than the page has is old. Where it grew, messages may have come
 *    that were not told one by one (in a conversation that waits): the page reads those after its last;
 * 2. `emoji_flag`: somebody put an emoji on a message of the conversation shown;
 * 3. `status` with `chat_type` 0: how far messages of ours got, up to `no` (`only`: just this one, and why it failed); with `client_id` the answer to a `send` (`event_id` 0: an
 *    answer is no event);
 * 4. `blacklisted`: the visitor was shut out;
 * 5. `chat_type` 1: a customer's message; `user_id` is the agent it is for (null while nobody has it).
 */
const Down = z.union([
  z.array(Conversation),
  z.object({
    emoji_flag: z.literal(1),
    conversation_id: z.number(),
    message_id: z.number(),
    emoji: z.string(),
    event_id: z.number(),
  }),
  z.object({ blacklisted: z.literal(true), conversation_id: z.number(), event_id: z.number() }),
  z.object({
    chat_type: z.literal(ChatType.fromAgent),
    status: ChatMessageStatus.schema,
    conversation_id: z.number(),
    no: z.number(),
    only: z.literal(true).optional(),
    failure: z.string().optional(),
    client_id: z.string().optional(),
    message: ChatMessage.optional(),
    event_id: z.number(),
  }),
  z.object({
    chat_type: ChatType.schema,
    user_id: z.number().nullable(),
    conversation_id: z.number(),
    message: ChatMessage,
    event_id: z.number(),
  }),
  z.object({ typing: z.literal(true), conversation_id: z.number(), name: z.string() }),
  /** Somebody else has it, or it ended: it is in none of my lists any more. */
  z.object({ left: z.number() }),
  /** My text seat was switched off; the page says why. */
  z.object({ offline: z.enum(offlineReasons), event_id: z.number() }),
  /** Where events go on from; after `reload` lists and messages are read anew. */
  z.object({
    kind: z.enum(['ready', 'reload']),
    event_id: z.number(),
    /** The server's clock, by which `react_by` and `answer_by` count. */ now_ms: z.number().optional(),
  }),
  z.object({ kind: z.literal('pong') }),
]);
export type ChatSocketDown = z.input<typeof Down>;

/** The agent's chat socket. Query: `wind_unique_id` (the browser tab), `lang`, and on return `last_event_id`. */
export const chatSocket = channel({
  path: '/home/api/saas/chat',
  access: 'chat.use',
  summary: 'Conversations of a text agent, both ways.',
  proof: 'subprotocol',
  up: Up,
  down: Down,
  ping: { message: { type: 'ping' }, everyMs: 30_000, silenceMs: 70_000 },
  reconnect: { everyMs: 5_000, attempts: 60 },
});

const at = <P extends string>(path: P) => `/home/api/conversation/${path}` as const;
const One = z.object({ conversation_id: Id });
const Named = z.object({ id: z.number(), name: z.string() });

export const chatApi = {
  list: endpoint({
    method: 'POST',
    path: at('list'),
    access: 'chat.use',
    reads: true,
    summary: 'Conversations: mine, waiting in my groups, of my team, or closed; newest first.',
    input: ConversationQuery,
    data: z.object({ list: z.array(Conversation), more: z.boolean(), counts: Counts }),
  }),
  detail: endpoint({
    method: 'GET',
    path: at('{conversation_id}'),
    access: 'chat.use',
    summary: 'One conversation.',
    input: One,
    data: Conversation,
  }),
  messages: endpoint({
    method: 'GET',
    path: at('{conversation_id}/messages'),
    access: 'chat.use',
    summary: 'Messages in their order: the newest, those before a number, or those around one.',
    input: One.extend({
      before: NoInAddress,
      after: NoInAddress,
      around: NoInAddress,
      size: z.coerce.number().int().min(1).max(200).default(MESSAGES_A_PAGE),
    }),
    data: z.array(ChatMessage),
  }),
  search: endpoint({
    method: 'POST',
    path: at('search'),
    access: 'chat.use',
    reads: true,
    summary: 'Messages that hold these words, in one conversation or in all I may see.',
    input: z.object({ words: z.string().trim().min(2).max(100), conversation_id: Id.optional() }),
    data: z.array(z.object({ message: ChatMessage, name: z.string() })),
  }),
  send: endpoint({
    method: 'POST',
    path: at('send'),
    access: 'chat.use',
    reads: true,
    summary: 'Writes to the visitor, or a note to colleagues; the same client id twice is one message.',
    input: SendWish,
    data: ChatMessage,
  }),
  resend: endpoint({
    method: 'POST',
    path: at('resend'),
    access: 'chat.use',
    reads: true,
    summary: 'Sends again what the carrier did not take.',
    input: z.object({ message_id: Id }),
    data: ChatMessage,
  }),
  templates: endpoint({
    method: 'GET',
    path: at('{conversation_id}/templates'),
    access: 'chat.use',
    summary: 'What may be sent when the time for free words is over.',
    input: One,
    data: z.array(ChatTemplate),
  }),
  sendTemplate: endpoint({
    method: 'POST',
    path: at('template'),
    access: 'chat.use',
    reads: true,
    summary: 'Writes to the visitor with words the carrier has approved; the same client id twice is one message.',
    input: One.extend({
      client_id: ClientId,
      name: z.string().max(512),
      language: z.string().max(10),
      values: z.array(z.string().trim().min(1).max(500)).max(20),
    }),
    data: ChatMessage,
  }),
  read: endpoint({
    method: 'POST',
    path: at('read'),
    access: 'chat.use',
    reads: true,
    summary: 'I have seen the messages up to this one.',
    input: One.extend({ no: MessageNo }),
    data: z.null(),
  }),
  upload: upload({
    method: 'POST',
    path: at('upload'),
    access: 'chat.use',
    summary: 'A file for a conversation; sending it is another call.',
    input: One,
    data: ChatFile,
    accepts: [
      'image/png',
      'image/jpeg',
      'image/webp',
      'image/gif',
      'application/pdf',
      'text/plain',
      'audio/wav',
      'audio/mpeg',
      'audio/ogg',
      'audio/ogg; codecs=opus',
    ],
    maxBytes: CHAT_FILE_MOST,
  }),
  file: download({
    method: 'GET',
    path: at('file/{file_id}'),
    access: 'chat.use',
    summary: 'A file of a conversation I may see.',
    input: z.object({ file_id: Id }),
  }),
  take: endpoint({
    method: 'POST',
    path: at('take'),
    access: 'chat.use',
    summary: 'Takes a waiting conversation, or with chat.supervise that of a colleague.',
    input: One,
    data: Conversation,
  }),
  transfer: endpoint({
    method: 'POST',
    path: at('transfer'),
    access: 'chat.use',
    summary: 'Hands a conversation to a colleague or a group, with a note for them.',
    input: One.extend({
      user_id: Id.optional(),
      group_id: Id.optional(),
      note: z.string().max(1_000).default(''),
    }).refine(
      ({ user_id, group_id }) => (user_id === undefined) !== (group_id === undefined),
      'a colleague or a group',
    ),
    data: z.null(),
  }),
  targets: endpoint({
    method: 'GET',
    path: at('targets'),
    access: 'chat.use',
    summary: 'Colleagues and groups a conversation can go to, with how busy they are.',
    input: nothing,
    data: z.object({
      agents: z.array(
        z.object({
          user_id: z.number(),
          name: z.string(),
          online: z.boolean(),
          load: z.number(),
          capacity: z.number(),
        }),
      ),
      groups: z.array(z.object({ id: z.number(), name: z.string(), online: z.number(), waiting: z.number() })),
    }),
  }),
  choices: endpoint({
    method: 'GET',
    path: at('choices'),
    access: 'chat.use',
    widenedBy: ['chat-reports.view'],
    summary: 'Channels, groups and people conversations can be filtered by.',
    input: nothing,
    data: z.object({ channels: z.array(Named), groups: z.array(Named), agents: z.array(Named) }),
  }),
  close: endpoint({
    method: 'POST',
    path: at('close'),
    access: 'chat.use',
    summary: 'Ends a conversation, with what it was about.',
    input: One.extend({ label_id: Id.nullable().optional(), remark: z.string().max(2_000).optional() }),
    data: z.null(),
  }),
  react: endpoint({
    method: 'POST',
    path: at('react'),
    access: 'chat.use',
    reads: true,
    summary: 'Puts an emoji on a message, or takes it off with an empty text.',
    input: z.object({ message_id: Id, emoji: z.string().max(16) }),
    data: z.null(),
  }),
  block: endpoint({
    method: 'POST',
    path: at('block'),
    access: 'chat.use',
    summary: 'Shuts a visitor out and ends the conversation.',
    input: One.extend({ reason: z.string().trim().max(500).default('') }),
    data: z.null(),
  }),
  unblock: endpoint({
    method: 'POST',
    path: at('unblock'),
    access: 'chat.supervise',
    summary: 'Lets a visitor write again.',
    input: One,
    data: z.null(),
  }),
  record: endpoint({
    method: 'PUT',
    path: at('record/update'),
    access: 'chat.use',
    summary: 'What a conversation was about, and whose it is.',
    input: One.extend({
      label_id: Id.nullable().optional(),
      remark: z.string().max(2_000).optional(),
      customer_id: Id.nullable().optional(),
    }),
    data: Conversation,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/home/api/chat/setting',
    access: 'chat.use',
    summary: 'How I am told of messages.',
    input: nothing,
    data: z.object({ message_sound: z.boolean(), message_flashing: z.boolean() }),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    path: '/home/api/chat/setting',
    access: 'chat.use',
    summary: 'Stores how I am told of messages.',
    input: z.object({ message_sound: z.boolean().optional(), message_flashing: z.boolean().optional() }),
    data: z.object({ message_sound: z.boolean(), message_flashing: z.boolean() }),
  }),
};
