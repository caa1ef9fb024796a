import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';

const { delivered, failed, sent } = ChatMessageStatus;

/**
 * How far a message got after its carrier told something. It only grows: what was delivered does not fail any more, and what
 * failed is made good by news that it arrived, not that it was taken. Null: no carrier brings it.
 */
export function furthest(known: ChatMessageStatus | null, reported: ChatMessageStatus): ChatMessageStatus | null {
  if (known === null) return null;
  if (reported === failed) return known < delivered ? failed : known;
  if (known === failed) return reported > sent ? reported : failed;
  return reported > known ? reported : known;
}
