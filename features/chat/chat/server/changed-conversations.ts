import type { ChatPush } from '../contract.ts';
import type { ChatPage } from './chat-page.ts';

/** Tells pages of conversations that changed: those of a short while in one reading, each page what its person may see. */
export interface ChangedConversations {
  note(page: ChatPage, push: Extract<ChatPush, { what: 'changed' }>): void;
  stop(): void;
}
