import type { SendQueue } from '#core/chat/send-queue.ts';
import type { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import type { ChatType } from '#shared/codes/chat-type.ts';

/** As much of a conversation as the inbox decides by; the wire has more. */
export interface InboxConversation {
  id: number;
  state: 'waiting' | 'open' | 'closed';
  agent_id: number | null;
  channel_id: number;
  group_id: number;
  name: string;
  blocked: boolean;
  last_no: number;
  last_text: string;
  last_chat_type: ChatType;
  last_at: string;
  unread: number;
  agent_read_no: number;
  delivered_no: number;
  visitor_read_no: number;
  /** We owe an answer since then, and until then; null: nothing to answer. */
  unanswered_since: string | null;
  /** Looked at by then it stays with its agent; null: it stays. */
  react_by: string | null;
  answer_by: string | null;
  /** Until then free words go through; null: always. */
  writable_until: string | null;
}

/** As much of a message as the inbox decides by. */
export interface InboxMessage {
  id: number;
  conversation_id: number;
  /** 1, 2, 3 … without gaps; 0 while it is on its way. */
  no: number;
  author: 'visitor' | 'agent' | 'note' | 'system';
  author_name: string;
  client_id: string;
  text: string;
  file: { id: number; name: string } | null;
  /** What happened to the conversation, where that is what it tells. */
  event: { what: string; note: string; by: string } | null;
  /** Whom a note calls. */
  mentions: readonly number[];
  emoji: string;
  status: ChatMessageStatus;
  /** Why a carrier did not take it. */
  failure: string;
  created_at: string;
}

/** What the server tells an agent's page (the specification's shapes first). */
export type ChatPushed<C, M> =
  | readonly C[]
  | { emoji_flag: 1; conversation_id: number; message_id: number; emoji: string; event_id: number }
  | { blacklisted: true; conversation_id: number; event_id: number }
  | {
      chat_type: typeof ChatType.fromAgent;
      status: ChatMessageStatus;
      conversation_id: number;
      no: number;
      only?: true | undefined;
      failure?: string | undefined;
      client_id?: string | undefined;
      message?: M | undefined;
      event_id: number;
    }
  | { chat_type: ChatType; user_id: number | null; conversation_id: number; message: M; event_id: number }
  | { typing: true; conversation_id: number; name: string }
  /** In none of my lists any more. */
  | { left: number }
  /** My text seat was switched off, and why. */
  | { offline: string; event_id: number }
  /** `now_ms`: the server's clock, by which everything that is due is counted. */
  | { kind: 'ready' | 'reload'; event_id: number; now_ms?: number | undefined }
  | { kind: 'pong' };

export interface InboxQuery {
  filter: 'mine' | 'waiting' | 'team' | 'closed';
  unread: boolean;
  words: string;
  channel_id?: number;
  group_id?: number;
  agent_id?: number;
}

/** The beginning of one list, as long as it was asked for, newest first. */
export interface ShownList<C, M> {
  query: InboxQuery;
  rows: readonly C[];
  more: boolean;
  at: 'loading' | 'loaded' | 'failed';
  /** Told since it was asked for: the answer may be older. */
  since: readonly ChatPushed<C, M>[];
}

/** Something that happened to messages that were written before. */
export type Mark =
  | { upTo: number; status: ChatMessageStatus }
  | { only: number; status: ChatMessageStatus; failure: string }
  | { messageId: number; emoji: string };

/** A stretch of one conversation without holes. */
export interface MessageStretch<M> {
  at: 'loading' | 'loaded' | 'failed';
  messages: readonly M[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** Told before what lies between was there. */
  early: readonly M[];
  /** Told while the messages were on their way, which may be older. */
  marks: readonly Mark[];
  /** Everything after it was unread when the conversation was opened. */
  readUpTo: number;
}

/** A message of ours the server has not stored yet. */
export interface PendingMessage<M> {
  message: M;
  at: 'uploading' | 'sending' | 'failed';
  /** From 0 to 1, of a file. */
  progress: number;
  /** Why it failed, in words for people; empty: unknown. */
  why: string;
}

export interface Counts {
  mine: number;
  waiting: number;
  team: number;
  unread: number;
}

export interface Inbox<C, M> {
  userId: number;
  /** All conversations of the team are theirs to see. */
  supervises: boolean;
  settings: { sound: boolean; flashing: boolean };
  /** How far the server's clock is ahead of the page's. */
  aheadMs: number;
  /** Of the last event that was told; null before the first. */
  position: number | null;
  /** `page`: the chat is the page on show. `front`: the window is seen and has the focus. */
  attends: { page: boolean; front: boolean };
  /** A message waits for a reader who is elsewhere: the tip in the menu. */
  waits: boolean;
  counts: Counts;
  /** My open conversations, whatever list is shown; null until they were asked for. */
  mine: ReadonlyMap<number, C> | null;
  list: ShownList<C, M>;
  /** `since`: told while the conversation itself is asked for; null: it is not. */
  open: {
    id: number;
    conversation: C | null;
    since: readonly ChatPushed<C, M>[] | null;
    thread: MessageStretch<M>;
  } | null;
  outbox: readonly PendingMessage<M>[];
  /** By conversation: what of the outbox is under way. Where nothing is, there is none. */
  leaving: ReadonlyMap<number, SendQueue>;
  /** The highest turn of a queue that is gone: the next begins above it, so that a timer of the old one does nothing. */
  lastTurn: number;
  typing: ReadonlyMap<number, { name: string; sinceMs: number }>;
}

export type ChatEvent<C, M> =
  | { type: 'pushed'; pushed: ChatPushed<C, M>; nowMs: number }
  | { type: 'listAsked'; query: InboxQuery }
  | { type: 'listArrived'; query: InboxQuery; rows: readonly C[]; more: boolean; counts: Counts; isNext: boolean }
  | { type: 'listFailed'; query: InboxQuery }
  | { type: 'countsArrived'; counts: Counts }
  | { type: 'opened'; id: number | null }
  | { type: 'conversationArrived'; conversation: C }
  /** `newest` and `around` begin the thread anew; the others make it longer. */
  | {
      type: 'messagesArrived';
      id: number;
      how: 'newest' | 'before' | 'after' | 'around';
      messages: readonly M[];
      hasMore: boolean;
    }
  | { type: 'messagesFailed'; id: number }
  | { type: 'wrote'; message: M; isFile: boolean }
  | { type: 'uploadMoved'; clientId: string; progress: number }
  | { type: 'uploaded'; clientId: string; file: NonNullable<InboxMessage['file']> }
  | { type: 'sendFailed'; clientId: string; why: string }
  /** The server cannot store it just now: it goes again by itself. */
  | { type: 'sendRefusedForNow'; clientId: string }
  | { type: 'sendDue'; conversationId: number; turn: number }
  | { type: 'retried'; clientId: string }
  | { type: 'dropped'; clientId: string }
  /** The line is open: what waits is sent, again if need be. */
  | { type: 'lineOpened' }
  | { type: 'attended'; page?: boolean; front?: boolean }
  | { type: 'settingsArrived'; settings: { sound: boolean; flashing: boolean } }
  | { type: 'typingOver'; conversationId: number; sinceMs: number };

export type ChatEffect<C, M> =
  | { type: 'send'; message: M }
  | { type: 'upload'; clientId: string }
  | { type: 'sound'; afterMs: number; eventId: number }
  | { type: 'blinkTitle'; everyMs: number }
  | { type: 'notify'; conversation: number; name: string; text: string; eventId: number }
  | { type: 'read'; conversationId: number; no: number }
  /** A note called me into a conversation; told on the page, with a way there. */
  | { type: 'showMentioned'; conversation: number; by: string; text: string }
  /** A colleague handed me a conversation, and why. */
  | { type: 'showHanded'; conversation: number; by: string; note: string }
  /** A conversation became mine while I work on another page; told there, with a way to it. */
  | { type: 'showCame'; conversation: C }
  /** Something of it is only known to the server, such as by when it is to be answered. */
  | { type: 'askConversation'; conversationId: number }
  | { type: 'fillGap'; conversationId: number; after: number }
  /** Something may have been missed: lists and the open conversation are read anew. */
  | { type: 'reload' }
  | { type: 'askCounts' }
  /** Another tab read the last of what was unread: the title and notices of this one rest. */
  | { type: 'rest' }
  | { type: 'showOffline'; why: string }
  /** The conversation I looked at is somebody else's now. */
  | { type: 'showLeft' }
  | { type: 'wake'; afterMs: number; event: ChatEvent<C, M> };
