export const CHAT_PATH = '/interactive/chat';

/** The tip that a message waits goes when its reader opens the chat. */
export const messageTip = (waits: boolean, path: string): boolean => waits && path !== CHAT_PATH;
