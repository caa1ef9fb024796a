import { useEffect, useRef } from 'react';

/** The letters of the phone, pressed together with Alt (⌥). */
export const Shortcut = { answer: 'A', hangUp: 'X', hold: 'H', mute: 'M', phone: 'P', status: 'S' } as const;
export type Shortcut = (typeof Shortcut)[keyof typeof Shortcut];

/** A shortcut as this machine writes it. */
export const keyText = (letter: Shortcut): string => (/Mac|iP(hone|ad)/.test(navigator.platform) ? `⌥${letter}` : `Alt+${letter}`);

const NOT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

/** Somebody writes there: letters belong to the text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NOT_TEXT.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Acts on Alt and a letter, wherever the focus is, but not while somebody types. Null: the key does nothing now. */
export function useShortcut(letter: Shortcut, act: (() => void) | null): void {
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
