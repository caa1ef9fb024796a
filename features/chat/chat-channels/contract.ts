import { z } from 'zod';
import {
  ChatFile,
  ChatMessage,
  channelKinds,
  chatSocket,
  ClientId,
  MESSAGE_MOST,
  MessageNo,
} from '#features/chat/chat/contract.ts';
import { channel } from '#shared/channel.ts';
import { download, endpoint, Id, nothing, upload } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';

/** The same text in the four languages; the first that is not empty stands in for a missing one. */
const Texts = z.partialRecord(z.enum(languages), z.string().max(500));
const Question = z.object({
  key: z.string().regex(/^[a-z0-9_]{1,30}$/),
  kind: z.enum(['name', 'email', 'phone', 'text', 'choice']),
  label: Texts,
  required: z.boolean().default(false),
  choices: z.array(z.string().max(60)).max(20).default([]),
});
/** Minutes of the day in the channel's zone, by weekday 1 (Monday) to 7; none for a day: closed. */
const Hours = z
  .array(
    z.object({
      day: z.number().int().min(1).max(7),
      from: z.number().int().min(0).max(1_440),
      to: z.number().int().min(0).max(1_440),
    }),
  )
  .max(28);

/** How a web channel looks and behaves. */
export const WebSettings = z.object({
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .default('#1c7c54'),
  position: z.enum(['right', 'left']).default('right'),
  title: Texts.default({}),
  greeting: Texts.default({}),
  time_zone: z.string().max(60).default('UTC'),
  /** Null: always open. */
  hours: Hours.nullable().default(null),
  offline: Texts.default({}),
  form: z.array(Question).max(10).default([]),
  quick_answers: z.array(Texts).max(6).default([]),
  /** Pages of these origins may show the widget (`https://shop.example`); empty: none but our own page. */
  origins: z
    .array(z.string().regex(/^https?:\/\/[^/\s]{1,200}$/))
    .max(50)
    .default([]),
  files: z.boolean().default(true),
  rating: z.boolean().default(true),
  /** Visitors may call this group from the page; null: no calls. */
  call_group_id: Id.nullable().default(null),
});
export type WebSettings = z.output<typeof WebSettings>;

export const ChatChannel = z.object({
  id: z.number(),
  key: z.string(),
  kind: z.enum(channelKinds),
  name: z.string(),
  group_id: z.number(),
  group_name: z.string(),
  enabled: z.boolean(),
  settings: WebSettings,
  has_secret: z.boolean(),
  version: z.number(),
});
export type ChatChannel = z.infer<typeof ChatChannel>;
const ChannelWish = z.object({
  name: z.string().trim().min(1).max(60),
  key: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{2,59}$/)
    .optional(),
  group_id: Id,
  enabled: z.boolean().default(true),
  settings: WebSettings,
});

/** What a visitor's page needs to draw itself. */
export const PublicChannel = WebSettings.pick({
  colour: true,
  position: true,
  title: true,
  greeting: true,
  offline: true,
  form: true,
  quick_answers: true,
  files: true,
  rating: true,
}).extend({
  key: z.string(),
  company: z.string(),
  /** Who answers. */ team: z.string(),
  /** Somebody of them is at work now. */ staffed: z.boolean(),
  /** Within how many minutes they lately answered; null: too few did. */ answers_in: z.number().nullable(),
  open: z.boolean(),
  /** When it opens next, in minutes from now; null: unknown. */ opens_in: z.number().nullable(),
  /** Somebody takes calls from this page now. */ calls: z.boolean(),
});
export type PublicChannel = z.infer<typeof PublicChannel>;

/** A message as the visitor sees it: no notes, no ids of ours. */
export const VisitorMessage = ChatMessage.pick({
  conversation_id: true,
  no: true,
  chat_type: true,
  client_id: true,
  kind: true,
  text: true,
  file: true,
  event: true,
  emoji: true,
  status: true,
  created_at: true,
}).extend({ author_name: z.string() });
export type VisitorMessage = z.infer<typeof VisitorMessage>;
export const VisitorConversation = z.object({
  id: z.number(),
  state: z.enum(['waiting', 'open', 'closed']),
  agent_name: z.string(),
  /** How many wait before this visitor. */ ahead: z.number(),
  last_no: z.number(),
  agent_read_no: z.number(),
  rating: z.number().nullable(),
});
export type VisitorConversation = z.infer<typeof VisitorConversation>;
const VisitorState = z.object({
  token: z.string(),
  name: z.string(),
  needs_form: z.boolean(),
  conversation: VisitorConversation.nullable(),
  messages: z.array(VisitorMessage),
  /** Where events go on from. */ event_id: z.number(),
});
export type VisitorState = z.infer<typeof VisitorState>;

/** What a page of a visitor makes its one call with, within a minute. The password itself stays here: `ha1` is what the exchange's digest is made of. */
const CallPass = z.object({
  guest: z.string(),
  ha1: z.string(),
  domain: z.string(),
  /** Websocket of the exchange. */ url: z.string(),
  /** The one address it may call. */ to: z.string(),
  ice_servers: z.array(
    z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() }),
  ),
});
export type CallPass = z.infer<typeof CallPass>;

/** Announced and pushed to one visitor: see `VisitorDown`. */
export const VISITOR_PUSH = 'chat.visitor';

const Up = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  /** Answered with `{ack, no}`; sent again it is stored once. Begins a conversation when none is alive. */
  z.object({
    type: z.literal('send'),
    client_id: ClientId,
    text: z.string().max(MESSAGE_MOST).optional(),
    file_id: Id.optional(),
  }),
  z.object({ type: z.literal('typing') }),
  z.object({ type: z.literal('delivered'), no: MessageNo }),
  z.object({ type: z.literal('read'), no: MessageNo }),
  z.object({ type: z.literal('since'), id: z.number().int().min(0) }),
]);
export type VisitorUp = z.input<typeof Up>;
const Down = z.union([
  z.object({ kind: z.literal('message'), message: VisitorMessage, event_id: z.number() }),
  z.object({ kind: z.literal('conversation'), conversation: VisitorConversation, event_id: z.number() }),
  z.object({ kind: z.literal('emoji'), no: z.number(), emoji: z.string(), event_id: z.number() }),
  z.object({ kind: z.literal('ack'), client_id: z.string(), message: VisitorMessage }),
  /** Not stored, and it will not be: too many, shut out, too long. */
  z.object({ kind: z.literal('refused'), client_id: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('typing'), name: z.string() }),
  z.object({ kind: z.enum(['ready', 'reload']), event_id: z.number() }),
  z.object({ kind: z.literal('pong') }),
]);
export type VisitorDown = z.input<typeof Down>;

/** A visitor's socket; the subprotocol is the token `enter` gave. Query on return: `last_event_id`. */
export const visitorSocket = channel({
  path: '/home/api/chat/visitor/socket',
  access: 'public',
  summary: 'One visitor’s conversation, both ways.',
  proof: 'guest',
  up: Up,
  down: Down,
  ping: { message: { type: 'ping' }, everyMs: chatSocket.ping.everyMs, silenceMs: chatSocket.ping.silenceMs },
  reconnect: { everyMs: 5_000, attempts: Number.POSITIVE_INFINITY },
});

const at = <P extends string>(path: P) => `/home/api/chat/${path}` as const;
const Token = z.string().min(20).max(200);
const guest = { access: 'public', reads: true } as const;

export const chatChannelsApi = {
  list: endpoint({
    method: 'GET',
    path: at('channel'),
    access: 'chat-channels.view',
    summary: 'Where customers can write from.',
    input: nothing,
    data: z.array(ChatChannel),
  }),
  add: endpoint({
    method: 'POST',
    path: at('channel'),
    access: 'chat-channels.edit',
    summary: 'Adds a web channel.',
    input: ChannelWish,
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: 'PUT',
    path: at('channel/{id}'),
    access: 'chat-channels.edit',
    summary: 'Changes a channel.',
    input: ChannelWish.extend({ id: Id, version: z.number().int() }),
    data: z.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: at('channel/{id}'),
    access: 'chat-channels.edit',
    summary: 'Deletes a channel nobody ever wrote through; others are switched off.',
    input: z.object({ id: Id }),
    data: z.null(),
  }),
  secret: endpoint({
    method: 'POST',
    path: at('channel/{id}/secret'),
    access: 'chat-channels.edit',
    summary: 'A new secret that signs who visitors are; shown once.',
    input: z.object({ id: Id }),
    data: z.object({ secret: z.string() }),
  }),
  /** The two the header's QR codes lead to. */
  entries: endpoint({
    method: 'GET',
    path: at('entries'),
    access: 'signedIn',
    summary: 'The channels whose pages the QR codes of the header open.',
    input: nothing,
    data: z.array(z.object({ kind: z.enum(channelKinds), name: z.string(), address: z.string() })),
  }),

  /** Included by a host site: `<script async src="…/home/api/chat/widget/{key}"></script>`. */
  widget: download({
    method: 'GET',
    path: at('widget/{key}'),
    access: 'public',
    summary: 'The script that puts the button of a channel on a web site.',
    input: z.object({ key: z.string().max(60) }),
    limit: { per: 'address', max: 600, windowSec: 60 },
  }),
  open: endpoint({
    method: 'GET',
    path: at('page/{key}'),
    ...guest,
    renewsSession: false,
    summary: 'How a channel looks, for the page of its visitors.',
    input: z.object({ key: z.string().max(60) }),
    data: PublicChannel,
    limit: { per: 'address', max: 120, windowSec: 60 },
  }),
  enter: endpoint({
    method: 'POST',
    path: at('visitor'),
    ...guest,
    summary: 'Comes in as a visitor: anew, with the token of this device, or with an identity the host site signed.',
    input: z.object({
      key: z.string().max(60),
      token: Token.optional(),
      /** `{id, name?, email?, phone?, exp}` as base64url JSON, a dot, and its HMAC-SHA-256 under the channel's secret in base64url. */
      identity: z.string().max(4_000).optional(),
      answers: z.record(z.string().max(30), z.string().max(500)).optional(),
      language: z.enum(languages).default('en-US'),
      time_zone: z.string().max(60).default(''),
      page_url: z.string().max(1_000).default(''),
    }),
    data: VisitorState,
    limit: { per: 'address', max: 60, windowSec: 60 },
  }),
  history: endpoint({
    method: 'POST',
    path: at('visitor/messages'),
    ...guest,
    summary: 'Older messages of the visitor, newest last.',
    input: z.object({ token: Token, before: MessageNo }),
    data: z.array(VisitorMessage),
    limit: { per: 'address', max: 120, windowSec: 60 },
  }),
  upload: upload({
    method: 'POST',
    path: at('visitor/upload'),
    ...guest,
    summary: 'A file for the conversation that is alive; sending it is another message.',
    input: z.object({ token: Token }),
    data: ChatFile,
    accepts: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf', 'text/plain'],
    maxBytes: 10 * 1024 * 1024,
    limit: { per: 'address', max: 20, windowSec: 60 },
  }),
  /** A POST, because the token must stand in no address: addresses are kept in histories and logs. */
  file: download({
    method: 'POST',
    path: at('visitor/file/{file_id}'),
    ...guest,
    summary: 'A file of the visitor’s own conversation.',
    input: z.object({ file_id: Id, token: Token }),
  }),
  end: endpoint({
    method: 'POST',
    path: at('visitor/end'),
    ...guest,
    summary: 'The visitor ends the conversation.',
    input: z.object({ token: Token }),
    data: z.null(),
  }),
  rate: endpoint({
    method: 'POST',
    path: at('visitor/rate'),
    ...guest,
    summary: 'The visitor says how it was.',
    input: z.object({ token: Token, rating: z.number().int().min(1).max(5), note: z.string().max(1_000).default('') }),
    data: z.null(),
  }),
  transcript: endpoint({
    method: 'POST',
    path: at('visitor/transcript'),
    ...guest,
    summary:
      'Sends the visitor what was written, by mail. An address nobody vouched for gets a code first, which comes back with the next call.',
    input: z.object({
      token: Token,
      email: z.email().max(254),
      code: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    data: z.object({ /** A code was sent in place of the conversation. */ needs_code: z.boolean() }),
    limit: { per: 'address', max: 5, windowSec: 3_600 },
  }),
  callPass: endpoint({
    method: 'POST',
    path: at('visitor/call'),
    ...guest,
    summary: 'A pass for one call of the visitor to the channel’s group.',
    input: z.object({ token: Token }),
    data: CallPass,
    limit: { per: 'address', max: 20, windowSec: 600 },
  }),
  leaveWord: endpoint({
    method: 'POST',
    path: at('visitor/offline'),
    ...guest,
    summary: 'A message left outside the hours; somebody answers later.',
    input: z.object({
      token: Token,
      name: z.string().trim().max(200),
      email: z.email().max(254),
      text: z.string().trim().min(1).max(MESSAGE_MOST),
    }),
    data: z.null(),
    limit: { per: 'address', max: 10, windowSec: 3_600 },
  }),
};
