import { Ban, Globe, Mail, MessageCircle } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { ChatType } from '#shared/codes/chat-type.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { Initials } from '#platform/web/ui/initials.tsx';
import type { Conversation } from '../../contract.ts';
import { nameOf } from '../name-of.ts';
import { AnswerClock } from './answer-clock.tsx';

export const channelIcons = { web: Globe, whatsapp: MessageCircle, email: Mail } as const;

interface RowProps {
  conversation: Conversation;
  isOpen: boolean;
  isTyping: boolean;
  showsAgent: boolean;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** One conversation in the list: who, what was said last, and how long we may take to answer. */
export function ConversationRow({ conversation: one, isOpen, isTyping, showsAgent, onOpen, onKeyDown }: RowProps) {
  const t = useText();
  const format = useFormat();
  const name = nameOf(one, t);
  const Kind = channelIcons[one.channel_kind];
  return (
    <button
      type="button"
      className="chat-row"
      data-id={one.id}
      data-unread={one.unread > 0 || undefined}
      aria-current={isOpen || undefined}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      <span className="chat-face" data-online={one.visitor_online || undefined}>
        <Initials name={name} size={36} />
      </span>
      <span className="chat-row-text">
        <span className="chat-row-head">
          <b>{name}</b>
          <Kind size={12} aria-label={one.channel_name} />
          {one.blocked && <Ban size={12} aria-label={t('chat.blocked')} />}
          <time>{format.recent(one.last_at)}</time>
        </span>
        <span className="chat-row-words">
          {isTyping ? (
            <em>{t('chat.typing')}</em>
          ) : (
            <>
              {one.last_chat_type === ChatType.fromAgent && <i>{t('chat.we')} </i>}
              {one.last_text || t('chat.noText')}
            </>
          )}
        </span>
        <span className="chat-row-foot">
          {showsAgent && <small>{one.agent_name || one.group_name}</small>}
          <AnswerClock conversation={one} />
        </span>
      </span>
      {one.unread > 0 && (
        <b className="chat-count" aria-label={t('chat.unreadCount', { count: one.unread })}>
          {format.number(one.unread)}
        </b>
      )}
    </button>
  );
}
