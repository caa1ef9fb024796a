import type { InboxQuery } from '../../core/inbox-types.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import { useCan } from '#platform/web/viewer.ts';
import { filters, type ChatAddressChange } from '../chat-query.ts';
import type { ChatInbox } from '../desk/chat-session.ts';
import { ListFilters } from './list-filters.tsx';

interface ListHeadProps {
  query: InboxQuery;
  counts: ChatInbox['counts'];
  onQuery: (change: ChatAddressChange) => void;
}

/** Which conversations are listed: words, the list itself, unread ones, and what narrows it. */
export function ListHead({ query, counts, onQuery }: ListHeadProps) {
  const t = useText();
  const format = useFormat();
  const can = useCan();
  const shown = filters.filter(
    (filter) => filter !== 'team' || can('chat.supervise') || counts.team > 0 || query.filter === 'team',
  );
  return (
    <div className="chat-filters">
      <SearchField
        label={t('chat.search')}
        width={1_000}
        value={query.words}
        onChange={(words) => onQuery({ words })}
      />
      <div className="chat-lists" role="radiogroup" aria-label={t('chat.lists')}>
        {shown.map((filter) => (
          <label key={filter}>
            <input
              type="radio"
              className="visually-hidden"
              name="chat-list"
              checked={query.filter === filter}
              onChange={() => onQuery({ filter })}
            />
            <span>
              {t(`chat.list.${filter}`)}
              {filter !== 'closed' && counts[filter] > 0 && (
                <b className="chat-count" data-urgent={filter === 'waiting' || undefined}>
                  {format.number(counts[filter])}
                </b>
              )}
            </span>
          </label>
        ))}
      </div>
      <div className="chat-narrow">
        <label className="chat-unread">
          <input
            type="checkbox"
            checked={query.unread}
            onChange={(event) => onQuery({ unread: event.currentTarget.checked })}
          />{' '}
          {t('chat.unreadOnly')}
          {counts.unread > 0 && <b className="chat-count">{format.number(counts.unread)}</b>}
        </label>
        <ListFilters query={query} onChange={onQuery} />
      </div>
    </div>
  );
}
