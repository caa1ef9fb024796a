import { keepNewest } from '#core/newest-kept.ts';

/** In more conversations nobody leaves files unsent; those of one that was closed make room. */
const MOST = 20;

/** Files somebody chose for a conversation and has not sent yet; like what they began to write they wait there, on this page. */
const files = keepNewest<number, readonly File[]>(MOST);

export const attached = {
  get: (conversationId: number): readonly File[] => files.get(conversationId) ?? [],
  set(conversationId: number, chosen: readonly File[]): void {
    if (chosen.length > 0) files.set(conversationId, chosen);
    else files.delete(conversationId);
  },
};
