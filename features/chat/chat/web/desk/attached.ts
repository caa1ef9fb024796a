/** Files somebody chose for a conversation and has not sent yet; like what they began to write they wait there, on this page. */
const files = new Map<number, readonly File[]>();

export const attached = {
  get: (conversationId: number): readonly File[] => files.get(conversationId) ?? [],
  set(conversationId: number, chosen: readonly File[]): void {
    if (chosen.length > 0) files.set(conversationId, chosen);
    else files.delete(conversationId);
  },
};
