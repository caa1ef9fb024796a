import { useVirtualizer } from '@tanstack/react-virtual';
import { Inbox as InboxIcon } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { InboxQuery } from '../../core/inbox-types.ts';
import { useText } from '#platform/web/i18n.ts';
import { EmptyState, ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { narrowings, type ChatAddressChange } from '../chat-query.ts';
import type { ChatInbox, ChatSession } from '../desk/chat-session.ts';
import { ConversationRow } from './conversation-row.tsx';
import { FoundMessages } from './found-messages.tsx';
import { ListHead } from './list-head.tsx';
import { SeatHint } from './seat-hint.tsx';

export const ROW_PX = 68;
const AHEAD = 15;

interface ListProps {
  session: ChatSession;
  inbox: ChatInbox;
  query: InboxQuery;
  openId: number | null;
  onQuery: (change: ChatAddressChange) => void;
  onOpen: (id: number, no?: number) => void;
}

/** The conversations of one list. Only those in sight are drawn; more are asked for as one comes near the end. */
export function ConversationList({ session, inbox, query, openId, onQuery, onOpen }: ListProps) {
  const t = useText();
  const scroll = useRef<HTMLDivElement>(null);
  const { list, counts } = inbox;
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: list.rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    getItemKey: (index) => list.rows[index]?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const lastDrawn = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (list.more && lastDrawn >= list.rows.length - AHEAD) session.showMore();
  }, [session, list.more, list.rows.length, lastDrawn]);

  /** Arrows go from one conversation to the next. */
  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const at = list.rows.findIndex(({ id }) => id === openId);
    const next = list.rows[at < 0 ? 0 : at + by];
    if (!next) return;
    virtualizer.scrollToIndex(list.rows.indexOf(next));
    onOpen(next.id);
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-id="${next.id}"]`)?.focus());
  }

  const isNarrow = Boolean(query.words || query.unread || Object.values(narrowings).some((name) => query[name]));
  return (
    <>
      <SeatHint />
      <ListHead query={query} counts={counts} onQuery={onQuery} />
      {query.words.length > 1 && <FoundMessages words={query.words} onOpen={onOpen} />}
      <div ref={scroll} className="chat-rows" data-count={list.rows.length}>
        {list.at === 'failed' && list.rows.length === 0 ? (
          <ErrorState error={null} onRetry={() => session.showList({ ...query })} />
        ) : list.rows.length === 0 ? (
          list.at === 'loading' ? (
            <LoadingLines lines={6} />
          ) : (
            <EmptyState
              icon={<InboxIcon size={22} />}
              title={t(isNarrow ? 'chat.empty.found' : `chat.empty.${query.filter}`)}
              hint={isNarrow ? undefined : t(`chat.emptyHint.${query.filter}`)}
            />
          )
        ) : (
          <ul
            style={{ height: virtualizer.getTotalSize() }}
            aria-label={t(`chat.list.${query.filter}`)}
            aria-busy={list.at === 'loading'}
          >
            {items.map((item) => {
              const row = list.rows[item.index];
              return (
                row && (
                  <li
                    key={item.key}
                    aria-setsize={list.more ? -1 : list.rows.length}
                    aria-posinset={item.index + 1}
                    style={{ transform: `translateY(${item.start}px)`, height: item.size }}
                  >
                    <ConversationRow
                      conversation={row}
                      isOpen={row.id === openId}
                      isTyping={inbox.typing.has(row.id)}
                      showsAgent={query.filter !== 'mine'}
                      onKeyDown={onKeyDown}
                      onOpen={() => onOpen(row.id)}
                    />
                  </li>
                )
              );
            })}
          </ul>
        )}
      </div>
    </>
  );
}
