import type { Viewer } from '#platform/web/viewer.ts';

/** Who has conversations of their own, and who watches over those of others. */
export const chats = ({ textSeat, functions }: Pick<Viewer, 'textSeat' | 'functions'>): boolean =>
  functions.has('chat.use') && (textSeat || functions.has('chat.supervise'));
