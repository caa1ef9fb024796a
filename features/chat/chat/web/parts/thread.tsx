import { ArrowDown } from 'lucide-react';
import { useMemo } from 'react';
import { threadRows } from '../../core/thread-rows.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone, fromWire, wallTime } from '#platform/web/zone.ts';
import type { ChatInbox, ChatSession } from '../desk/chat-session.ts';
import { MessageRow } from './message-row.tsx';
import { useThreadScroll } from './use-thread-scroll.ts';

/** What was said. */
export function Thread({
  session,
  inbox,
  open,
  around,
}: {
  session: ChatSession;
  inbox: ChatInbox;
  open: NonNullable<ChatInbox['open']>;
  around: number | null;
}) {
  const t = useText();
  const format = useFormat();
  const zone = useViewer()?.timeZone || browserZone();
  const { thread, id } = open;
  const outbox = inbox.outbox;
  const rows = useMemo(
    () =>
      threadRows(
        thread.messages,
        thread.hasNewer ? [] : outbox.filter(({ message }) => message.conversation_id === id),
        thread.readUpTo,
        (at) => wallTime(fromWire(at), zone).slice(0, 10),
      ),
    [thread.messages, thread.hasNewer, thread.readUpTo, outbox, id, zone],
  );
  const { scroll, inner, virtualizer, onScroll, isAway, toEnd } = useThreadScroll({ session, open, rows, around });
  const items = virtualizer.getVirtualItems();
  const typing = inbox.typing.get(id);
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="chat-thread-place">
      <div
        ref={scroll}
        className="chat-thread"
        role="log"
        aria-label={t('chat.messages')}
        aria-busy={thread.at === 'loading'}
        tabIndex={-1}
        onScroll={onScroll}
        data-count={rows.length}
      >
        {thread.at === 'failed' && rows.length === 0 && <ErrorState error={null} onRetry={() => session.open(id)} />}
        {thread.at === 'loading' && rows.length === 0 && <LoadingLines lines={8} />}
        <div ref={inner} style={{ paddingTop: above, paddingBottom: Math.max(0, below) }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                data-message={row.kind === 'message' ? row.key : undefined}
                className="chat-line"
                data-found={(row.kind === 'message' && around !== null && row.message.no === around) || undefined}
              >
                {row.kind === 'day' ? (
                  <p className="chat-day">
                    <span>{format.date(row.at)}</span>
                  </p>
                ) : row.kind === 'unread' ? (
                  <p className="chat-new">
                    <span>{t('chat.unreadLine')}</span>
                  </p>
                ) : (
                  <MessageRow session={session} row={row} visitor={open.conversation} />
                )}
              </div>
            );
          })}
        </div>
        {typing && (
          <p className="chat-typing" aria-live="polite">
            {t('chat.typingName', { name: typing.name || t('chat.nameless') })}
          </p>
        )}
      </div>
      {isAway && (
        <button type="button" className="chat-to-end" aria-label={t('chat.toEnd')} onClick={toEnd}>
          <ArrowDown size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
