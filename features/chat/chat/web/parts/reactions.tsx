import { SmilePlus } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { chatApi, type ChatMessage } from '../../contract.ts';
import { reactions } from '../emojis.ts';

/** Puts an emoji on a message, or takes it off again. */
export function Reactions({ message }: { message: ChatMessage }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const react = useCommand(chatApi.react);
  const put = (emoji: string) => {
    setOpen(false);
    react.mutate({ message_id: message.id, emoji: emoji === message.emoji ? '' : emoji });
  };
  const onKeyDown = (event: KeyboardEvent) => void (event.key === 'Escape' && setOpen(false));
  return (
    <span className="chat-react" data-open={isOpen || undefined}>
      <button
        type="button"
        aria-label={t('chat.react')}
        aria-expanded={isOpen}
        onKeyDown={onKeyDown}
        onClick={() => setOpen(!isOpen)}
      >
        <SmilePlus size={14} aria-hidden />
      </button>
      {isOpen && (
        <span role="group" aria-label={t('chat.react')}>
          {reactions.map((emoji) => (
            <button
              key={emoji}
              type="button"
              aria-pressed={emoji === message.emoji}
              onKeyDown={onKeyDown}
              onClick={() => put(emoji)}
            >
              {emoji}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
