import type { After } from '#core/timers.ts';

/** The server believes it for a little longer. */
const AGAIN_MS = 30_000;
/** Who had no device that takes notices may have one by now. */
const ASKED_AGAIN_MS = 10 * 60_000;

export interface PresenceParts {
  /** Whether anybody needs to know. */
  send(isVisible: boolean): Promise<{ hasDevices: boolean }>;
  isVisible(): boolean;
  /** Calls back when the page is hidden or shown; the answer ends it. */
  onVisible(listener: () => void): () => void;
  after: After;
}

/** Says as long as the page is before somebody's eyes that it is, and that it is not any more. Asks seldom where it does not matter. */
export function openPresence({ send, isVisible, onVisible, after }: PresenceParts): () => void {
  let matters = true;
  let ended = false;
  let cancel: () => void = () => {};

  function beat(): void {
    cancel();
    if (ended) return;
    const isShown = isVisible();
    if (isShown || matters)
      // Without an answer it is told the next time.
      void send(isShown).then(
        ({ hasDevices }) => (matters = hasDevices),
        () => {},
      );
    if (isShown) cancel = after(matters ? AGAIN_MS : ASKED_AGAIN_MS, beat);
  }
  const stop = onVisible(() => {
    if (matters || isVisible()) beat();
  });
  beat();
  return () => {
    stop();
    cancel();
    if (!ended && matters && isVisible()) void send(false).catch(() => {});
    ended = true;
  };
}
