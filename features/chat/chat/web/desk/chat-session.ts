import { createContext, use, useSyncExternalStore } from 'react';
import type { ChatParts } from '#core/chat/chat-parts.port.ts';
import { createStore } from '#platform/web/store.ts';
import { useStore } from '#platform/web/use-store.ts';
import type { Inbox, InboxQuery } from '../../core/inbox-types.ts';
import type { ChatMessage, Conversation } from '../../contract.ts';

export type ChatInbox = Inbox<Conversation, ChatMessage>;
export type ChatLine = 'opening' | 'open' | 'broken' | 'lost';

/** The chats of the person who is signed in, as every screen sees them. Made at sign-in, not by a component. */
export interface ChatSession {
  inbox(): ChatInbox;
  line(): ChatLine;
  watch(watcher: () => void): () => void;
  /** Shows a list; asked anew each time. */
  showList(query: InboxQuery): void;
  showMore(): void;
  /** Opens a conversation at its end, or at one of its messages. Null closes it. */
  open(id: number | null, around?: number): void;
  loadOlder(): void;
  loadNewer(): void;
  write(text: string, as?: { note: boolean; mentions: number[] }): void;
  sendFile(file: File): void;
  retry(clientId: string): void;
  drop(clientId: string): void;
  /** The agent types; told to the visitor now and then. */
  typing(): void;
  /** The chat is the page on show, or no longer. */
  attend(isOnPage: boolean): void;
  /** Something was changed by a call of its own: what it answered. */
  took(conversation: Conversation): void;
  setSettings(settings: { sound: boolean; flashing: boolean }): void;
  parts: ChatParts;
  stop(): void;
}

/** The session's chats, for what is no component; null for people who do not chat. */
export const chatSession = createStore<ChatSession | null>(null);

/** Opens the chats for those who watch over them without a text seat, while a page shows them; null: not needed, or not allowed. */
export const readAlong = createStore<(() => () => void) | null>(null);

/** Stands in for the session's chats below it; for tests. */
export const ChatSessionContext = createContext<ChatSession | null>(null);

export function useChatSession(): ChatSession | null {
  const stored = useStore(chatSession);
  return use(ChatSessionContext) ?? stored;
}

const never = () => () => {};
const nothing = () => null;

/** What is known of the chats now; null for people who do not chat. */
export function useInbox(): ChatInbox | null {
  const session = useChatSession();
  return useSyncExternalStore(session?.watch ?? never, session?.inbox ?? nothing);
}

export function useChatLine(): ChatLine | null {
  const session = useChatSession();
  return useSyncExternalStore(session?.watch ?? never, session?.line ?? nothing);
}

/** In how many of one's conversations something is unread. */
export function useMessagesUnread(): number {
  const session = useChatSession();
  return useSyncExternalStore(session?.watch ?? never, () => session?.inbox().counts.unread ?? 0);
}

/** A message waits for somebody who is on another page; for the menu. */
export function useMessageWaits(): boolean {
  const session = useChatSession();
  return useSyncExternalStore(session?.watch ?? never, () => session?.inbox().waits ?? false);
}
