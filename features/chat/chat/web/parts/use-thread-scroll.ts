import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ThreadRow } from '../../core/thread-rows.ts';
import type { ChatMessage } from '../../contract.ts';
import type { ChatInbox, ChatSession } from '../desk/chat-session.ts';
import { placeOf, putBack, type ReadingPlace } from './reading-place.ts';

/** So near to an edge more is asked for. */
const NEAR_PX = 400;
const AT_END_PX = 40;
const GUESSED_PX = 60;
/** More unread ones than fit: one begins at the first. */
const MANY_UNREAD = 12;

interface ThreadScrollProps {
  session: ChatSession;
  open: NonNullable<ChatInbox['open']>;
  rows: readonly ThreadRow<ChatMessage>[];
  /** The message to begin at; null: the first unread one, or the end. */
  around: number | null;
}

/**
 * Where one reads. Only what is in sight is drawn; it stays at the end while one is there, and where one reads when older
 * messages come in above.
 */
export function useThreadScroll({ session, open: { thread, id }, rows, around }: ThreadScrollProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  /** Where one reads: at the end, or at a message. */
  const place = useRef({ isAtEnd: true, at: null as ReadingPlace | null, top: 0, height: 0, first: '' });
  /** Older ones came in above: heights are learned as rows are drawn, and until somebody scrolls this one stays where it was. */
  const held = useRef<ReadingPlace | null>(null);
  const [isAway, setAway] = useState(false);
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => GUESSED_PX,
    overscan: 8,
    getItemKey: (index) => rows[index]?.key ?? index,
  });

  function onScroll(): void {
    const box = scroll.current;
    if (!box) return;
    const fromEnd = box.scrollHeight - box.scrollTop - box.clientHeight;
    // Heights that turn out otherwise move the content too: only who scrolls up leaves the end.
    const { isAtEnd: was, top, height } = place.current;
    const isAtEnd = fromEnd < AT_END_PX || (was && !(box.scrollTop < top && box.scrollHeight === height));
    if (isAtEnd && fromEnd >= AT_END_PX) box.scrollTop = box.scrollHeight;
    place.current = { ...place.current, isAtEnd, at: placeOf(box), top: box.scrollTop, height: box.scrollHeight };
    setAway((!isAtEnd && fromEnd > box.clientHeight) || thread.hasNewer);
    if (box.scrollTop < NEAR_PX && !isAtEnd) session.loadOlder();
    if (fromEnd < NEAR_PX && thread.hasNewer) session.loadNewer();
  }

  const first = rows[0]?.kind === 'day' ? (rows[1]?.key ?? '') : (rows[0]?.key ?? '');
  const isBegun = useRef(false);
  useLayoutEffect(() => {
    const box = scroll.current;
    if (thread.at === 'loading') {
      isBegun.current = false;
      held.current = null;
    }
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
    else if (place.current.first !== first && place.current.at) {
      const { at } = place.current;
      held.current = at;
      // Not drawn yet, it is looked for where it will be.
      if (!putBack(box, at))
        virtualizer.scrollToIndex(
          rows.findIndex(({ key }) => key === at.key),
          { align: 'start' },
        );
    }
    place.current.first = first;
  }, [rows, first, thread.at, thread.hasNewer, around, virtualizer]);

  // After each drawing: what is held is put back, and where one reads is known to the pixel.
  useLayoutEffect(() => {
    const box = scroll.current;
    if (!box || place.current.isAtEnd) return;
    if (held.current) putBack(box, held.current);
    else place.current.at = placeOf(box);
  });

  // Heights are learned as rows are drawn, and pictures come later: who is at the end stays there.
  useEffect(() => {
    const [box, content] = [scroll.current, inner.current];
    if (!box || !content || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (place.current.isAtEnd) box.scrollTop = box.scrollHeight;
      else if (held.current) putBack(box, held.current);
      // Nobody scrolled: the next one who does is seen against what is known now, and older messages keep today's place.
      place.current = {
        ...place.current,
        at: held.current ?? placeOf(box),
        top: box.scrollTop,
        height: box.scrollHeight,
      };
    });
    observer.observe(content);
    observer.observe(box);
    const hands = new AbortController();
    for (const hand of ['wheel', 'pointerdown', 'keydown'])
      box.addEventListener(hand, () => void (held.current = null), { passive: true, signal: hands.signal });
    return () => {
      observer.disconnect();
      hands.abort();
    };
  }, []);

  const toEnd = () => {
    place.current.isAtEnd = true;
    held.current = null;
    setAway(false);
    if (thread.hasNewer) {
      isBegun.current = false;
      session.open(id);
    } else if (scroll.current) scroll.current.scrollTop = scroll.current.scrollHeight;
  };

  return { scroll, inner, virtualizer, onScroll, isAway, toEnd };
}
