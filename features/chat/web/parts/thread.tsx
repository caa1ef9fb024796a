import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { threadRows } from '#core/chat/thread-rows.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { ErrorState, LoadingLines } from '#platform/web/ui/states.tsx';
import { useViewer } from '#platform/web/viewer.ts';
import { browserZone, fromWire, wallTime } from '#platform/web/zone.ts';
import type { ChatInbox, ChatSession } from '../desk/chat-session.ts';
import { MessageRow } from './message-row.tsx';

/** So near to an edge more is asked for. */
const NEAR_PX = 400;
const AT_END_PX = 40;
const GUESSED_PX = 60;
/** More unread ones than fit: one begins at the first. */
const MANY_UNREAD = 12;

/**
 * What was said. Only what is in sight is drawn; it stays at the end while one is there, and where one reads when older
 * messages come in above.
 */
export function Thread({ session, inbox, open, around }: { session: ChatSession; inbox: ChatInbox; open: NonNullable<ChatInbox['open']>; around: number | null }) {
  const t = useText();
  const format = useFormat();
  const zone = useViewer()?.timeZone || browserZone();
  const { thread, id } = open;
  const outbox = inbox.outbox;
  const rows = useMemo(
    () => threadRows(thread.messages, thread.hasNewer ? [] : outbox.filter(({ message }) => message.conversation_id === id), thread.readUpTo, (at) => wallTime(fromWire(at), zone).slice(0, 10)),
    [thread.messages, thread.hasNewer, thread.readUpTo, outbox, id, zone],
  );
  const scroll = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  /** Where one reads: at the end, or so far from it. */
  const place = useRef({ isAtEnd: true, fromEnd: 0, top: 0, height: 0, first: '' });
  const [isAway, setAway] = useState(false);
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({ count: rows.length, getScrollElement: () => scroll.current, estimateSize: () => GUESSED_PX, overscan: 8, getItemKey: (index) => rows[index]?.key ?? index });
  const items = virtualizer.getVirtualItems();

  function onScroll(): void {
    const box = scroll.current;
    if (!box) return;
    const fromEnd = box.scrollHeight - box.scrollTop - box.clientHeight;
    // Heights that turn out otherwise move the content too: only who scrolls up leaves the end.
    const { isAtEnd: was, top, height } = place.current;
    const isAtEnd = fromEnd < AT_END_PX || (was && !(box.scrollTop < top && box.scrollHeight === height));
    if (isAtEnd && fromEnd >= AT_END_PX) box.scrollTop = box.scrollHeight;
    place.current = { ...place.current, isAtEnd, fromEnd: box.scrollHeight - box.scrollTop, top: box.scrollTop, height: box.scrollHeight };
    setAway((!isAtEnd && fromEnd > box.clientHeight) || thread.hasNewer);
    if (box.scrollTop < NEAR_PX && !isAtEnd) session.loadOlder();
    if (fromEnd < NEAR_PX && thread.hasNewer) session.loadNewer();
  }

  const first = rows[0]?.kind === 'day' ? (rows[1]?.key ?? '') : (rows[0]?.key ?? '');
  const isBegun = useRef(false);
  useLayoutEffect(() => {
    const box = scroll.current;
    if (thread.at === 'loading') isBegun.current = false;
    if (!box || rows.length === 0 || thread.at === 'loading') return;
    if (!isBegun.current) {
      isBegun.current = true;
      const found = rows.findIndex((row) => row.kind === 'message' && row.message.no === around);
      const unread = rows.findIndex(({ kind }) => kind === 'unread');
      const wanted = found >= 0 ? found : unread > 0 && rows.length - unread > MANY_UNREAD ? unread : -1;
      place.current.isAtEnd = wanted < 0;
      if (wanted >= 0) virtualizer.scrollToIndex(wanted, { align: 'center' });
      else box.scrollTop = box.scrollHeight;
    } else if (place.current.isAtEnd && !thread.hasNewer) box.scrollTop = box.scrollHeight;
    else if (place.current.first !== first && place.current.fromEnd > 0) box.scrollTop = box.scrollHeight - place.current.fromEnd;
    place.current.first = first;
  }, [rows, first, thread.at, thread.hasNewer, around, virtualizer]);

  // Heights are learned as rows are drawn, and pictures come later: who is at the end stays there.
  useEffect(() => {
    const [box, content] = [scroll.current, inner.current];
    if (!box || !content || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (place.current.isAtEnd) box.scrollTop = box.scrollHeight;
      // Nobody scrolled: the next one who does is seen against what is known now, and older messages keep today's place.
      place.current = { ...place.current, fromEnd: box.scrollHeight - box.scrollTop, top: box.scrollTop, height: box.scrollHeight };
    });
    observer.observe(content);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  const toEnd = () => {
    place.current.isAtEnd = true;
    setAway(false);
    if (thread.hasNewer) {
      isBegun.current = false;
      session.open(id);
    } else if (scroll.current) scroll.current.scrollTop = scroll.current.scrollHeight;
  };

  const typing = inbox.typing.get(id);
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="chat-thread-place">
      <div ref={scroll} className="chat-thread" role="log" aria-label={t('chat.messages')} aria-busy={thread.at === 'loading'} tabIndex={-1} onScroll={onScroll} data-count={rows.length}>
        {thread.at === 'failed' && rows.length === 0 && <ErrorState error={null} onRetry={() => session.open(id)} />}
        {thread.at === 'loading' && rows.length === 0 && <LoadingLines lines={8} />}
        <div ref={inner} style={{ paddingTop: above, paddingBottom: Math.max(0, below) }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <div key={item.key} ref={virtualizer.measureElement} data-index={item.index} className="chat-line" data-found={(row.kind === 'message' && around !== null && row.message.no === around) || undefined}>
                {row.kind === 'day' ? <p className="chat-day"><span>{format.date(row.at)}</span></p> : row.kind === 'unread' ? <p className="chat-new"><span>{t('chat.unreadLine')}</span></p> : <MessageRow session={session} row={row} visitor={open.conversation} />}
              </div>
            );
          })}
        </div>
        {typing && <p className="chat-typing" aria-live="polite">{t('chat.typingName', { name: typing.name || t('chat.nameless') })}</p>}
      </div>
      {isAway && <button type="button" className="chat-to-end" aria-label={t('chat.toEnd')} onClick={toEnd}><ArrowDown size={16} aria-hidden /></button>}
    </div>
  );
}
