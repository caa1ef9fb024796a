import { useState } from 'react';
import { kept } from '../kept-choices.ts';

/** What is being written about a call, kept on this browser so that a reload loses nothing. */
export const noteDraft = {
  of(callId: string): string {
    try {
      const found = JSON.parse(kept.get('callMark') ?? 'null') as { callId?: unknown; text?: unknown } | null;
      return found?.callId === callId && typeof found.text === 'string' ? found.text : '';
    } catch {
      return '';
    }
  },
  keep: (callId: string, text: string): void =>
    kept.set('callMark', text === '' ? null : JSON.stringify({ callId, text })),
};

/** As much as the server takes. */
export const NOTE_MAX = 5_000;

/** What is being written about a call, and how to write it. */
export function useNoteDraft(callId: string): [text: string, write: (text: string) => void] {
  const [text, setText] = useState(() => noteDraft.of(callId));
  return [
    text,
    (next) => {
      setText(next);
      noteDraft.keep(callId, next);
    },
  ];
}
