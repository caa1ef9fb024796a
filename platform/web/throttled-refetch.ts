import { coalesce } from '#core/coalesce.ts';

/** Asks again when told that there is something new: never twice at a time, and with a rest in between. */
export interface Refetch {
  refresh(): void;
  stop(): void;
}

export interface RefetchParts<News> {
  ask(signal: AbortSignal): Promise<News>;
  onNews(news: News): void;
  restMs?: number;
}

const REST_MS = 3_000;

/** On a busy floor something happens all the time; whoever looks at a list costs the server one question every few seconds. */
export function throttledRefetch<News>({ ask, onNews, restMs = REST_MS }: RefetchParts<News>): Refetch {
  const ended = new AbortController();
  let resting: ReturnType<typeof setTimeout> | undefined;

  // Resting is a part of looking: who is told of news meanwhile looks once more afterwards.
  const look = coalesce(async () => {
    if (ended.signal.aborted) return;
    try {
      const news = await ask(ended.signal);
      if (!ended.signal.aborted) onNews(news);
    } catch {
      // The next one tells it again; a lost connection has its own banner.
    }
    if (!ended.signal.aborted) await new Promise((rested) => (resting = setTimeout(rested, restMs)));
  });

  return {
    refresh: () => void look(),
    stop() {
      clearTimeout(resting);
      ended.abort();
    },
  };
}
