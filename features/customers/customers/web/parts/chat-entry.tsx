import { MessagesSquare, Star } from 'lucide-react';
import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';
import { useCan } from '#platform/web/viewer.ts';
import type { TimelineEntry } from '../../contract.ts';
import { has, TimelineItem } from './timeline-item.tsx';

/** [CDP-07] A conversation in writing: where it was, what was said last, how it was rated, and the way to it. */
export function ChatEntry({ entry }: { entry: TimelineEntry }) {
  const t = useText();
  const can = useCan();
  const { body } = entry;
  const [id, channel, rating] = [
    has(body, 'id', 'number'),
    has(body, 'channel', 'string'),
    has(body, 'rating', 'number'),
  ];
  const [text, remark] = [has(body, 'text', 'string') ?? '', has(body, 'remark', 'string') ?? ''];
  return (
    <TimelineItem
      entry={entry}
      tone={body['state'] === 'closed' ? 'grey' : 'blue'}
      icon={MessagesSquare}
      says={
        <>
          {channel && <span>{t('customers.chat.by', { channel })}</span>}
          {body['state'] !== 'closed' && <span>{t('customers.chat.goesOn')}</span>}
          {rating !== null && (
            <span className="timeline-rating" aria-label={t('customers.chat.rated', { rating })}>
              {rating} <Star size={13} aria-hidden />
            </span>
          )}
          {id !== null && can('chat.use') && <Link to={`/interactive/chat?id=${id}`}>{t('customers.lookAtChat')}</Link>}
        </>
      }
    >
      {text && <p className="timeline-note">{text}</p>}
      {remark && <p className="timeline-note">{remark}</p>}
    </TimelineItem>
  );
}
