/** Asks again when told that there is something new: never twice at a time, and with a rest in between. */
export interface Refetch {
  hear(): void;
  stop(): void;
}

export interface RefetchParts<News> {
  ask(signal: AbortSignal): Promise<News>;
  tell(news: News): void;
  restMs?: number;
}

const REST_MS = 3_000;

/** On a busy floor something happens all the time; whoever looks at a list costs the server one question every few seconds. */
export function throttledRefetch<News>({ ask, tell, restMs = REST_MS }: RefetchParts<News>): Refetch {
  const ended = new AbortController();
  let busy = false;
  let again = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  async function look(): Promise<void> {
    busy = true;
    again = false;
    try {
      const news = await ask(ended.signal);
      if (!ended.signal.aborted) tell(news);
    } catch {
      // The next one tells it again; a lost connection has its own banner.
    }
    if (ended.signal.aborted) return;
    rest = setTimeout(() => {
      busy = false;
      if (again) void look();
    }, restMs);
  }

  return {
    hear() {
      if (busy) again = true;
      else void look();
    },
    stop() {
      clearTimeout(rest);
      ended.abort();
    },
  };
}
