import { useText } from '#platform/web/i18n.ts';

const EMOJI = [
  '🙂',
  '😀',
  '😂',
  '😉',
  '😍',
  '🤔',
  '😕',
  '😢',
  '😡',
  '👍',
  '👎',
  '🙏',
  '👏',
  '🎉',
  '❤️',
  '🔥',
  '✅',
  '❌',
  '📦',
  '📞',
  '🕒',
  '💳',
  '📍',
  '☕',
];

/** Small pictures to put into the text. */
export function EmojiChoice({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useText();
  return (
    <div className="vis-emojis" role="group" aria-label={t('chat-channels.visitor.emoji')}>
      {EMOJI.map((one) => (
        <button key={one} type="button" onClick={() => onChoose(one)}>
          {one}
        </button>
      ))}
    </div>
  );
}
