const PATIENCE_MS = 5_000;

/** Who waits until a channel they make can be commanded. */
export class ChannelStarts {
  readonly #waiting = new Map<string, () => void>();

  /** Rejects when it takes too long: the channel died before. */
  of(channel: string): Promise<void> {
    const started = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(channel);
        reject(new Error(`The channel ${channel} did not start.`));
      }, PATIENCE_MS);
      this.#waiting.set(channel, () => {
        clearTimeout(timer);
        this.#waiting.delete(channel);
        resolve();
      });
    });
    // Whoever could not even make the channel waits for it no more.
    started.catch(() => {});
    return started;
  }

  /** It started, or will not any more. */
  done(channel: string): void {
    this.#waiting.get(channel)?.();
  }
}
