import type { PendingMessage } from '../../core/inbox-types.ts';
import type { ChatMessage } from '../../contract.ts';

const keyOf = (userId: number): string => `openseat.chat.unsent.${userId}`;

/** Messages another page of this person could not send; they wait to be tried again. Files are gone with their page. */
export function keptUnsent(userId: number): PendingMessage<ChatMessage>[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as ChatMessage[];
    return kept.map((message) => ({ message, at: 'failed', progress: 0, why: '' }));
  } catch {
    return [];
  }
}

/** Keeps what is on its way, so that a page that is loaded anew loses nothing. */
export function keepUnsent(userId: number, outbox: readonly PendingMessage<ChatMessage>[]): void {
  const kept = outbox.filter(({ message }) => message.file?.id !== 0).map(({ message }) => message);
  if (kept.length > 0) localStorage.setItem(keyOf(userId), JSON.stringify(kept));
  else localStorage.removeItem(keyOf(userId));
}
