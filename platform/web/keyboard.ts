import { useEffect, useRef } from 'react';

/** Machines that write ⌘ and ⌥ where others write Ctrl and Alt. */
export const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.platform);

/** A letter pressed together with Alt (⌥), as this machine writes it. */
export const altKeyText = (letter: string): string => (isMac() ? `⌥${letter}` : `Alt+${letter}`);

/** What sends a text of several lines, as this machine writes it. */
export const sendKeyText = (): string => (isMac() ? '⌘↵' : 'Ctrl+Enter');

const NOT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Somebody writes there: letters belong to the text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TEXT.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Acts on Alt and a capital letter, wherever the focus is, but not while somebody types. Null: the key does nothing now. */
export function useAltKey(letter: string, act: (() => void) | null): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By its place on the keyboard: with ⌥ the letter itself is another one.
      if (event.code !== `Key${letter}` || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.repeat || event.defaultPrevented || !latest.current || isTyping(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [letter]);
}
