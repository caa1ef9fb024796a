import { useEffect, useRef } from 'react';
import { isTyping } from '#features/softphone/web/index.ts';

/** The letters of the workbench, pressed together with Alt (⌥) like those of the phone. */
export const BenchKey = { note: 'N', label: 'L', done: 'R', longer: 'T' } as const;
export type BenchKey = (typeof BenchKey)[keyof typeof BenchKey];

const isMac = (): boolean => /Mac|iP(hone|ad)/.test(navigator.platform);

/** A key as this machine writes it. */
export const benchKeyText = (letter: BenchKey): string => (isMac() ? `⌥${letter}` : `Alt+${letter}`);
export const saveKeyText = (): string => (isMac() ? '⌘↵' : 'Ctrl+Enter');

/** Acts on Alt and the letter, but not while somebody types. Null: the key does nothing now. */
export function useBenchKey(letter: BenchKey, act: (() => void) | null): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== `Key${letter}` || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.repeat || event.defaultPrevented || !latest.current || isTyping(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [letter]);
}
