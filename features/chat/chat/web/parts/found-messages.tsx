import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { chatApi } from '../../contract.ts';

interface FoundProps {
  words: string;
  /** Within this one; in all conversations unless said. */
  conversationId?: number;
  onOpen: (id: number, no: number) => void;
}

/** Messages that hold the words, with the words marked. */
export function FoundMessages({ words, conversationId, onOpen }: FoundProps) {
  const t = useText();
  const format = useFormat();
  const asked = words.trim();
  const { data, isPending } = useEndpoint(
    chatApi.search,
    { words: asked, ...(conversationId === undefined ? {} : { conversation_id: conversationId }) },
    { enabled: asked.length > 1, handlesFailures: true, keepPrevious: true },
  );
  if (asked.length < 2) return null;
  return (
    <div className="chat-found">
      <h3>{t('chat.foundMessages')}</h3>
      {!isPending && data?.length === 0 && <p>{t('chat.empty.found')}</p>}
      <ul>
        {data?.map(({ message, name }) => (
          <li key={message.id}>
            <button type="button" onClick={() => onOpen(message.conversation_id, message.no)}>
              <span>
                <b>{conversationId === undefined ? name || t('chat.nameless') : message.author_name || name}</b>
                <time>{format.recent(message.created_at)}</time>
              </span>
              <span className="chat-found-words">
                <Marked text={message.text || message.file?.name || ''} words={asked} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const BEFORE = 24;

function Marked({ text, words }: { text: string; words: string }) {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return text;
  const from = Math.max(0, at - BEFORE);
  return (
    <>
      {from > 0 && '…'}
      {text.slice(from, at)}
      <mark>{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length, at + 160)}
    </>
  );
}
