import { isUnavailable } from '#platform/server/db/db.ts';
import type { After } from '#platform/server/timer.ts';
import type { TalkStep } from './store-talks.ts';
import type { TalkMessage } from './talk-message.ts';
import type { TalkStore } from './talk-store.ts';
import type { NewTalkRow, TalkEnd } from './talks.repo.ts';

/** Writes one conversation down while it goes on; nobody who talks waits for it. */
export interface TalkWriter {
  add(message: TalkMessage): void;
  /** Resolves when everything is stored, or was tried for long enough. */
  end(end: TalkEnd): Promise<void>;
}

const TRIES = 5;
const AGAIN_MS = 1_000;
/** A database that is away comes back: about ten minutes of it. */
const TRIES_AWAY = 40;
const AGAIN_MOST_MS = 16_000;

/**
 * Messages that come while the database is busy go together in the next statement; what failed is tried again with the next, so a
 * row keeps its number and none is written twice.
 */
export function openTalkWriter(
  { store, after, report }: { store: TalkStore; after: After; report(problem: unknown): void },
  row: NewTalkRow,
): TalkWriter {
  let talk: number | null = null;
  let isAgain = false;
  let ending: TalkEnd | null = null;
  let isEnded = false;
  const waiting: TalkMessage[] = [];
  let stored = 0;
  let lane: Promise<void> | null = null;

  let taken: Pick<TalkStep, 'messages' | 'end'> = { messages: [], end: null };

  /** Whatever there is by then. */
  function take(): TalkStep {
    taken = { messages: [...waiting], end: ending };
    const step = { ...taken, row, talk, isAgain, firstNo: stored + 1 };
    isAgain = true;
    return step;
  }

  async function flush(): Promise<void> {
    talk = await store(take);
    stored += taken.messages.length;
    waiting.splice(0, taken.messages.length);
    isEnded = taken.end !== null;
  }

  /** One statement at a time; what came meanwhile goes with the next. */
  function order(): void {
    lane ??= (async () => {
      do await flush();
      while (waiting.length > 0);
    })()
      .catch(report)
      .finally(() => void (lane = null));
  }

  order();
  return {
    add(message) {
      waiting.push(message);
      order();
    },
    async end(end) {
      ending = end;
      for (let tries = 1; ; tries += 1) {
        // What is on its way may take the end along.
        await lane;
        if (isEnded) return;
        try {
          return await flush();
        } catch (problem) {
          report(problem);
          if (tries >= (isUnavailable(problem) ? TRIES_AWAY : TRIES)) return;
          await new Promise<void>(
            (resolve) => void after(Math.min(AGAIN_MOST_MS, AGAIN_MS * 2 ** (tries - 1)), resolve),
          );
        }
      }
    },
  };
}
