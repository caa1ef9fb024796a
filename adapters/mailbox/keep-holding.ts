/** Says again and again that something is ours, and ends the work on it when it is not. */
export function keepHolding(
  hold: () => Promise<boolean>,
  everyMs: number,
  over: AbortController,
): { isGone(): boolean; stop(): void } {
  let isGone = false;
  const timer = setInterval(() => {
    void hold().then(
      (isHeld) => {
        if (isHeld) return;
        isGone = true;
        over.abort();
      },
      () => {},
    );
  }, everyMs);
  return { isGone: () => isGone, stop: () => clearInterval(timer) };
}
