import type { ChatPage } from './chat-page.ts';

/**
 * What a page writes into one conversation happens one after another; what it writes into different ones need not wait for each other.
 * Answers what the page's socket has to wait for before it goes on.
 */
export function inTurnOf(
  page: Pick<ChatPage, 'sending'> | undefined,
  conversationId: number,
  write: () => Promise<void>,
): Promise<void> | void {
  if (!page) return write();
  const { sending } = page;
  const before = sending.get(conversationId);
  const written = (before ?? Promise.resolve()).then(write);
  const turn = written.finally(() => sending.get(conversationId) === turn && sending.delete(conversationId));
  sending.set(conversationId, turn);
  return before && turn;
}
