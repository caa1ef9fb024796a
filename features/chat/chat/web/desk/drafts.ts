const keyOf = (userId: number, conversationId: number): string => `openseat.chat.draft.${userId}.${conversationId}`;

/** What somebody began to write in a conversation; kept on this browser until it is sent. */
export const drafts = {
  get: (userId: number, conversationId: number): string => localStorage.getItem(keyOf(userId, conversationId)) ?? '',
  set(userId: number, conversationId: number, text: string): void {
    if (text === '') localStorage.removeItem(keyOf(userId, conversationId));
    else localStorage.setItem(keyOf(userId, conversationId), text);
  },
};
