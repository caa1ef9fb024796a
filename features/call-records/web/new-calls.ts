/** Asks again when told that there is something new: never twice at a time, and with a rest in between. */
export interface NewsWatch {
  hear(): void;
  stop(): void;
}

export interface NewsWatchParts<News> {
  ask(signal: AbortSignal): Promise<News>;
  tell(news: News): void;
  restMs?: number;
}

const REST_MS = 3_000;

/** On a busy floor calls end all the time; whoever looks at the list costs the server one question every few seconds. */
export function watchNews<News>({ ask, tell, restMs = REST_MS }: NewsWatchParts<News>): NewsWatch {
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
      // The next call tells it again; a lost connection has its own banner.
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

/** The rows of a list with what has changed about them since; none comes or goes, so nothing moves under the reader's hand. */
export function withChanges<Row extends { callId: string }>(rows: readonly Row[], fresh: readonly Row[]): Row[] {
  const byId = new Map(fresh.map((row) => [row.callId, row]));
  return rows.map((row) => byId.get(row.callId) ?? row);
}

/** How many of the fresh rows are not in the list. */
export function unseenOf<Row extends { callId: string }>(rows: readonly Row[], fresh: readonly Row[]): number {
  const seen = new Set(rows.map(({ callId }) => callId));
  return fresh.filter(({ callId }) => !seen.has(callId)).length;
}
