import type { ChannelConnection } from '#platform/server/realtime/channels.ts';
import { ChatType } from '#shared/codes/chat-type.ts';
import type { ChatPush, ChatSocketDown } from '../contract.ts';

export type ChatConnection = ChannelConnection<ChatSocketDown>;

/** A page of an agent at its socket. */
export interface ChatPage {
  id: string;
  connection: ChatConnection;
  /** Conversations to be told anew; true: this page's agent has just lost it. */
  changed: Map<number, boolean>;
  /** What is being written, by conversation. */
  sending: Map<number, Promise<void>>;
}

/** An event in the specification's shape; null for those a page is not told by themselves. */
export function shapeOf(push: ChatPush, event_id: number): ChatSocketDown | null {
  switch (push.what) {
    case 'message':
      return {
        chat_type: push.message.chat_type,
        user_id: push.agent_id,
        conversation_id: push.conversation_id,
        message: push.message,
        event_id,
      };
    case 'status':
      return {
        chat_type: ChatType.fromAgent,
        status: push.status,
        conversation_id: push.conversation_id,
        no: push.no,
        ...(push.only ? { only: true, failure: push.failure ?? '' } : {}),
        event_id,
      };
    case 'emoji':
      return {
        emoji_flag: 1,
        conversation_id: push.conversation_id,
        message_id: push.message_id,
        emoji: push.emoji,
        event_id,
      };
    case 'blacklisted':
      return { blacklisted: true, conversation_id: push.conversation_id, event_id };
    case 'offline':
      return { offline: push.why, event_id };
    default:
      // Of somebody who was forgotten meanwhile.
      return null;
  }
}
