/** Readings of a report are dear: of many endings together comes one. */
export const READ_AGAIN_MS = 5_000;
/** What takes long is read less often, so that looking on costs no more than a tenth of the server's time. */
const SHARE_OF_TIME = 10;

/** Reads soon after it is told, once for many times, and again when it was told during a reading. */
export function throttledReads(read: () => Promise<void>): { refresh: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextMs = Number.NEGATIVE_INFINITY;
  let isReading = false;
  let isOld = false;
  let isOver = false;

  async function turn(): Promise<void> {
    timer = undefined;
    isReading = true;
    const beganMs = Date.now();
    await read().catch(() => {});
    nextMs = beganMs + Math.max(READ_AGAIN_MS, SHARE_OF_TIME * (Date.now() - beganMs));
    isReading = false;
    if (isOld) refresh();
  }
  function refresh(): void {
    isOld = isReading;
    if (isOver || isReading) return;
    timer ??= setTimeout(() => void turn(), Math.max(0, nextMs - Date.now()));
  }
  return {
    refresh,
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
