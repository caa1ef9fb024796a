import { ChatMessageStatus } from '#shared/codes/chat-message-status.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import type { Viewer } from '#platform/web/viewer.ts';
import { toWire } from '#platform/web/zone.ts';
import type { ChatMessage } from '../../contract.ts';

interface Written {
  text?: string;
  file?: File;
  note?: boolean;
  mentions?: number[];
}

/** A message of mine before the server has it; the client id stays with it for good. */
export const newMessage = (
  { userId, name }: Pick<Viewer, 'userId' | 'name'>,
  conversationId: number,
  { text = '', file, note = false, mentions = [] }: Written,
): ChatMessage => ({
  id: 0,
  conversation_id: conversationId,
  no: 0,
  chat_type: ChatType.fromAgent,
  author: note ? 'note' : 'agent',
  user_id: userId,
  author_name: name,
  client_id: crypto.randomUUID(),
  kind: file ? (file.type.startsWith('image/') ? 'image' : 'file') : 'text',
  text,
  file: file
    ? { id: 0, name: file.name, media_type: file.type, bytes: file.size, is_image: file.type.startsWith('image/') }
    : null,
  event: null,
  mentions,
  emoji: '',
  status: ChatMessageStatus.sending,
  failure: '',
  created_at: toWire(new Date()),
});
