import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import { applyChatEvent, newInbox } from './inbox.ts';
import type { ChatEffect, ChatEvent, Inbox, InboxConversation, InboxMessage } from './inbox-types.ts';

export const ME = 7;
export const COLLEAGUE = 8;
export type TestInbox = Inbox<InboxConversation, InboxMessage>;
export type TestEvent = ChatEvent<InboxConversation, InboxMessage>;
export type TestEffect = ChatEffect<InboxConversation, InboxMessage>;

export const aConversation = (some: Partial<InboxConversation> = {}): InboxConversation => ({
  id: 1,
  state: 'open',
  agent_id: ME,
  channel_id: 1,
  group_id: 1,
  name: 'Lena',
  blocked: false,
  last_no: 0,
  last_text: '',
  last_chat_type: ChatType.fromCustomer,
  last_at: '2026-11-15 10:00:00',
  unread: 0,
  agent_read_no: 0,
  delivered_no: 0,
  visitor_read_no: 0,
  unanswered_since: null,
  react_by: null,
  answer_by: null,
  writable_until: null,
  ...some,
});

export const aMessage = (some: Partial<InboxMessage> = {}): InboxMessage => ({
  id: 100 + (some.no ?? 1),
  conversation_id: 1,
  no: 1,
  author: 'visitor',
  author_name: '',
  client_id: `c${some.no ?? 1}`,
  text: 'Hello',
  file: null,
  event: null,
  mentions: [],
  emoji: '',
  status: ChatMessageStatus.sent,
  failure: '',
  created_at: '2026-11-15 10:00:01',
  ...some,
});

/** Plays events from a fresh inbox, or from one that was played before. */
export function play(events: readonly TestEvent[], from: TestInbox = newInbox<InboxConversation, InboxMessage>(ME)) {
  let state = from;
  let last: TestEffect[] = [];
  const all: TestEffect[] = [];
  for (const event of events) {
    const step = applyChatEvent(state, event);
    state = step.state;
    last = step.effects;
    all.push(...last);
  }
  return { state, last, all, kinds: last.map(({ type }) => type) };
}

const nobody = { mine: 0, waiting: 0, team: 0, unread: 0 };
export const aPush = (what: Extract<TestEvent, { type: 'pushed' }>['pushed'], nowMs = 0): TestEvent => ({
  type: 'pushed',
  pushed: what,
  nowMs,
});

/** A list that was asked for and answered. */
export function listed(
  rows: readonly InboxConversation[],
  query: Partial<Extract<TestEvent, { type: 'listAsked' }>['query']> = {},
  more = false,
): TestEvent[] {
  const asked = { filter: 'mine' as const, unread: false, words: '', ...query };
  return [
    { type: 'listAsked', query: asked },
    { type: 'listArrived', query: asked, rows, more, counts: nobody, isNext: false },
  ];
}

/** A conversation that is open with its newest messages. */
export const opened = (messages: readonly InboxMessage[], id = 1): TestEvent[] => [
  { type: 'opened', id },
  { type: 'messagesArrived', id, how: 'newest', messages, hasMore: false },
];
