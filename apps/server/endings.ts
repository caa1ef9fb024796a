/** What was begun and is to be ended, also when a later step fails. */
export interface Endings {
  /** Ended before everything that was begun earlier. What begins while we stop is ended at once, and its start ends here. */
  begun(end: () => Promise<unknown>, patienceMs: number): Promise<void>;
  /** Ends everything backwards; what hangs or fails keeps nothing else from its end. */
  end(): Promise<void>;
}

/** A start that was told to stop half-way. */
export class StoppedMeanwhile extends Error {}

export function openEndings(): Endings {
  const endings: (() => Promise<void>)[] = [];
  let isEnding = false;
  return {
    async begun(end, patienceMs) {
      const ending = (): Promise<void> => within(end, patienceMs);
      if (!isEnding) return void endings.push(ending);
      await ending();
      throw new StoppedMeanwhile('stopped while it started');
    },
    async end() {
      isEnding = true;
      for (let next = endings.pop(); next; next = endings.pop()) await next();
    },
  };
}

/** Waits for it as long as our patience lasts. */
export async function within(work: () => Promise<unknown>, patienceMs: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  await Promise.race([work().catch(() => {}), late]);
  clearTimeout(timer);
}
