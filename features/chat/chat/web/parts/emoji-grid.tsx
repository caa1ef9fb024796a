import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { emojis } from '../emojis.ts';

const ACROSS = 12;

/** A grid of emojis; arrows move, typing finds. */
export function EmojiGrid({ onChoose, onClose }: { onChoose: (emoji: string) => void; onClose: () => void }) {
  const t = useText();
  const [words, setWords] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const found = emojis.filter(([, tags]) => tags.includes(words.trim().toLowerCase()));
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return onClose();
    }
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: ACROSS, ArrowUp: -ACROSS }[event.key];
    const all = [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (!by || (at < 0 && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    (all[at < 0 ? 0 : at + by] ?? all[at])?.focus();
  }
  return (
    <div className="chat-emojis" role="dialog" aria-label={t('chat.emoji')}>
      <input
        ref={field}
        type="search"
        value={words}
        aria-label={t('chat.findEmoji')}
        placeholder={t('chat.findEmoji')}
        onKeyDown={onKeyDown}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <div ref={grid}>
        {found.map(([emoji, tags]) => (
          <button key={emoji} type="button" title={tags} onKeyDown={onKeyDown} onClick={() => onChoose(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
    </div>
  );
}
