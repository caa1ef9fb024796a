import { useEffect, useEffectEvent } from 'react';
import { onEvent } from '#platform/web/user-events.ts';
import type { TALK_WORDS } from '../contract.ts';

// By its name: every page begins with this file, and few with the contract.
const words: typeof TALK_WORDS = 'flow-talks.words';

/** More was said in a conversation that is on the page; null: none is, or it is over. */
export function useTalkWords(more: () => void, talkId: string | null): void {
  const onMore = useEffectEvent(more);
  useEffect(() => {
    if (talkId === null) return;
    return onEvent<{ talkId: string }>(words, (pushed) => {
      if (pushed.talkId === talkId) onMore();
    });
  }, [talkId]);
}
