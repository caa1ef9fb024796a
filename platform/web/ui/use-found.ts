import { useEffect, useState } from 'react';
import type { CommandEntry } from './command-bar-state.ts';

/** Asks for what the words find; gives up when it is told to. */
export type FindEntries = (words: string, signal: AbortSignal) => Promise<readonly CommandEntry[]>;

/** So short that nobody waits, so long that a word typed quickly is one question. */
const PAUSE_MS = 60;
const nothing: readonly CommandEntry[] = [];

/**
 * What the server finds for the words typed: one question at each pause in typing, and the one before it is given up. What
 * other words found is not shown: whoever presses Enter gets what they read.
 */
export function useFound(typed: string, find: FindEntries): { found: readonly CommandEntry[]; isAsking: boolean } {
  const words = typed.trim();
  const [answer, setAnswer] = useState<{ words: string; found: readonly CommandEntry[] }>({
    words: '',
    found: nothing,
  });
  useEffect(() => {
    if (words === '') return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      find(words, asking.signal).then(
        (found) => !asking.signal.aborted && setAnswer({ words, found }),
        // Pages and commands are there all the same.
        () => !asking.signal.aborted && setAnswer({ words, found: nothing }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
    // Only other words are another question.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [words]);
  const isAnswered = words === '' || answer.words === words;
  return { found: words !== '' && isAnswered ? answer.found : nothing, isAsking: !isAnswered };
}
