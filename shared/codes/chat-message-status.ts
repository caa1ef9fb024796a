import { codes, type CodeOf } from '../codes.ts';

/** How far a message of the agent got. The specification (W3, W4) has a status without numbers; these are ours. */
export const ChatMessageStatus = codes({
  sending: { code: 0, key: 'chatMessageStatus.sending', tone: 'grey' },
  sent: { code: 1, key: 'chatMessageStatus.sent', tone: 'blue' },
  delivered: { code: 2, key: 'chatMessageStatus.delivered', tone: 'blue' },
  read: { code: 3, key: 'chatMessageStatus.read', tone: 'green' },
  failed: { code: 4, key: 'chatMessageStatus.failed', tone: 'red' },
});
export type ChatMessageStatus = CodeOf<typeof ChatMessageStatus>;
