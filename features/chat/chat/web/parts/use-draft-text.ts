import { useEffect, useRef, useState, type RefObject } from 'react';
import { useViewer } from '#platform/web/viewer.ts';
import { MESSAGE_MOST } from '../../contract.ts';
import { drafts } from '../desk/drafts.ts';

/** What is being written, and where in it the writer is. */
export interface DraftText {
  text: string;
  caret: number;
  area: RefObject<HTMLTextAreaElement | null>;
  write(next: string, caret?: number): void;
  /** Puts a piece in the place of a part of the text, of what is selected unless said. */
  insert(piece: string, from?: number, to?: number): void;
  moveCaret(to: number): void;
  focus(): void;
}

/** The draft of a conversation: what is begun stays in it. `onWrite` is told of every change. */
export function useDraftText(conversationId: number, onWrite: () => void): DraftText {
  const userId = useViewer()?.userId ?? 0;
  const [text, setText] = useState(() => drafts.get(userId, conversationId));
  const [caret, setCaret] = useState(text.length);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus({ preventScroll: true });
  }, []);

  const focus = () => area.current?.focus();
  function write(next: string, at = next.length): void {
    setText(next);
    setCaret(at);
    onWrite();
    drafts.set(userId, conversationId, next);
  }
  function insert(
    piece: string,
    from = area.current?.selectionStart ?? text.length,
    to = area.current?.selectionEnd ?? text.length,
  ): void {
    const next = `${text.slice(0, from)}${piece}${text.slice(to)}`.slice(0, MESSAGE_MOST);
    write(next, from + piece.length);
    requestAnimationFrame(() => {
      focus();
      area.current?.setSelectionRange(from + piece.length, from + piece.length);
      // The key that chose it told the place before.
      setCaret(from + piece.length);
    });
  }
  return { text, caret, area, write, insert, moveCaret: setCaret, focus };
}
