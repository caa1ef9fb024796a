import { useEffect } from 'react';

/** The parts of the window in the order one meets them; a window that stands beside the page, such as the phone, last. */
const PARTS = ['header.top', '.rail-standing nav', 'main', '[role="dialog"]:not([aria-modal="true"])'];
const FIRST_IN_PART = '[aria-current="page"], button:not(:disabled), a[href], input:not(:disabled)';

/** F6 goes on to the next part of the window, with Shift to the one before, as in programs of the desktop. A dialog keeps the focus. */
export function useWindowParts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      const parts = PARTS.flatMap((part) => [...document.querySelectorAll<HTMLElement>(part)]);
      const at = parts.findIndex((part) => part.contains(document.activeElement));
      const next = event.shiftKey ? parts.at(at < 0 ? -1 : at - 1) : parts[(at + 1) % parts.length];
      (next?.hasAttribute('tabindex') ? next : next?.querySelector<HTMLElement>(FIRST_IN_PART))?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
