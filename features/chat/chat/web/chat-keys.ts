/** The letters of the chat, pressed together with Alt (⌥) like those of the phone. */
export const ChatKey = { next: 'J', previous: 'K', reply: 'R', note: 'N', transfer: 'T', close: 'E' } as const;
