const PREFIX = 'openseat.chat.draft.';
const keyOf = (userId: number, conversationId: number): string => `${PREFIX}${userId}.${conversationId}`;
const orderKey = (userId: number): string => `openseat.chat.drafts.${userId}`;

/** Of more conversations nobody comes back to what they began; a browser has room for so much and no more. */
const MOST = 100;

/** Which conversations this person has drafts of, the newest last. */
function order(userId: number): number[] {
  try {
    const known = JSON.parse(localStorage.getItem(orderKey(userId)) ?? 'null') as unknown;
    if (Array.isArray(known)) return known.filter((id): id is number => typeof id === 'number');
  } catch {
    // Somebody else wrote there: what stands in the store is counted anew.
  }
  // A browser tells its keys in any order: the newest conversations have the highest numbers.
  const own = keyOf(userId, 0).slice(0, -1);
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(own))
    .map((key) => Number(key.slice(own.length)))
    .toSorted((one, other) => one - other);
}

function keep(userId: number, conversationId: number, text: string): void {
  const before = order(userId);
  if (before.at(-1) !== conversationId) {
    const next = [...before.filter((id) => id !== conversationId), conversationId];
    for (const old of next.splice(0, next.length - MOST)) localStorage.removeItem(keyOf(userId, old));
    localStorage.setItem(orderKey(userId), JSON.stringify(next));
  }
  localStorage.setItem(keyOf(userId, conversationId), text);
}

/** What somebody began to write in a conversation; kept on this browser until it is sent, of the newest conversations. */
export const drafts = {
  get: (userId: number, conversationId: number): string => localStorage.getItem(keyOf(userId, conversationId)) ?? '',
  set(userId: number, conversationId: number, text: string): void {
    if (text !== '') {
      try {
        keep(userId, conversationId, text);
      } catch {
        // The browser is full: what is written stays on the page and can be sent.
      }
      return;
    }
    localStorage.removeItem(keyOf(userId, conversationId));
    const left = order(userId).filter((id) => id !== conversationId);
    if (left.length > 0) localStorage.setItem(orderKey(userId), JSON.stringify(left));
    else localStorage.removeItem(orderKey(userId));
  },
};
