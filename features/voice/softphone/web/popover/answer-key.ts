import { useEffect } from 'react';
import { focusBefore } from '#platform/web/ui/focus-return.ts';
import { Shortcut } from '../shortcuts.ts';

/** The key that goes to what rings. Unlike a letter with Alt it works while one types, and does not yet answer. */
export const ANSWER_KEY = 'F6';

/** F6 goes to the button that answers, wherever it is drawn and wherever the focus is; once more goes back. */
export function useAnswerKey(isRinging: boolean): void {
  useEffect(() => {
    if (!isRinging) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== ANSWER_KEY || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const answer = document.querySelector<HTMLElement>(`[aria-keyshortcuts~="Alt+${Shortcut.answer}"]`);
      if (!answer) return;
      event.preventDefault();
      if (document.activeElement === answer) focusBefore(answer);
      else answer.focus();
    };
    // Before the shell's own use of the key.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isRinging]);
}
